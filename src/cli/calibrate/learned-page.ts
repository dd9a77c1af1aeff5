import type { Fit } from "../../run/learning/fit.js";
import { describeGroup } from "../../run/learning/fitted-trust.js";
import { escapeHtml, plainPage, tableOf } from "../plain-page.js";
import { describeOutcomes, formatLearned, formatShare } from "./format-learned.js";
import type { Learned } from "./learned.js";

/** What was learned as one page without scripts, with the reliability chart. */
export const learnedPage = (learned: Learned): string =>
  plainPage("untildone calibrate", [
    "<h1>How claims turned out</h1>",
    `<p>${escapeHtml(describeOutcomes(learned))}</p>`,
    ...learned.fits.flatMap(partOf),
    "<h2>All of it as text</h2>",
    `<pre>${escapeHtml(formatLearned(learned, false))}</pre>`,
  ]);

function partOf(fit: Fit): readonly string[] {
  const rows = [{ name: "all claims", share: fit.all }, ...fit.sources];
  return [
    `<h2>${escapeHtml(describeGroup(fit.of))}</h2>`,
    fit.bins.length > 0 ? drawReliability(fit) : "",
    tableOf(
      ["claims", "right"],
      rows.map(({ name, share }) => [name, formatShare(share)]),
    ),
  ];
}

const [size, margin] = [260, 44];

/** Stated confidence against the share that was right; on the line they agree. */
function drawReliability({ bins, of }: Fit): string {
  const x = (percent: number): number => margin + (percent / 100) * size;
  const y = (share: number): number => 10 + (1 - share) * size;
  const ticks = [0, 25, 50, 75, 100].map(
    (at) =>
      `<text x="${x(at)}" y="${size + 28}" text-anchor="middle">${at}</text><text x="${margin - 8}" y="${y(at / 100) + 4}" text-anchor="end">${at}</text>`,
  );
  const marks = bins.map(({ stated, share }) => {
    const seen = share.n === 0 ? 0 : share.right / share.n;
    const label = `said ${Math.round(stated)} %: ${formatShare(share)}`;
    return `<line x1="${x(stated)}" x2="${x(stated)}" y1="${y(share.low)}" y2="${y(share.high)}" stroke="currentColor" opacity=".5"/><circle cx="${x(stated)}" cy="${y(seen)}" r="${Math.min(9, 3 + Math.sqrt(share.n))}" fill="#3b82f6"><title>${escapeHtml(label)}</title></circle>`;
  });
  return [
    `<svg viewBox="0 0 ${size + margin + 20} ${size + 50}" role="img" aria-label="${escapeHtml(`reliability of ${describeGroup(of)}`)}" style="width:22rem;max-width:100%;font:11px system-ui;fill:currentColor">`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(100)}" y2="${y(1)}" stroke="currentColor" stroke-dasharray="4" opacity=".4"/>`,
    `<path d="M${x(0)} ${y(1)}V${y(0)}H${x(100)}" fill="none" stroke="currentColor" opacity=".4"/>`,
    ...ticks,
    ...marks,
    `<text x="${x(50)}" y="${size + 44}" text-anchor="middle">stated confidence, %</text>`,
    `<text x="12" y="${y(0.5)}" text-anchor="middle" transform="rotate(-90 12 ${y(0.5)})">right, %</text>`,
    "</svg>",
  ].join("");
}
