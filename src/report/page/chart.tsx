import { useMemo } from "preact/hooks";

export interface ChartProps {
  readonly title: string;
  readonly kind: "step" | "line" | "bars";
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
  /** The top of the scale, if it is not the largest value. */
  readonly max?: number | undefined;
  readonly selected: number;
  readonly onSelect: (at: number) => void;
}

const width = 300;
const height = 64;
const maxPoints = 150;

/** A small chart of one number over the iterations. A click selects the iteration. */
export function Chart({ title, kind, values, format, max, selected, onSelect }: ChartProps) {
  const last = values.findLast((value) => value !== null) ?? 0;
  const top = useMemo(
    () => values.reduce<number>((most, value) => Math.max(most, value ?? 0), max ?? 0),
    [values, max],
  );
  const path = useMemo(() => draw(kind, thinOut(values), top), [kind, values, top]);
  const now = values.findLast((value, at) => at <= selected && value !== null) ?? null;
  const x = ((selected + 0.5) / values.length) * width;
  const pick = (event: MouseEvent): void => {
    const { left, width: shown } = (event.currentTarget as Element).getBoundingClientRect();
    onSelect(Math.floor(((event.clientX - left) / shown) * values.length));
  };
  return (
    <figure class={`chart ${kind}`}>
      <figcaption>
        <span>{title}</span>
        <strong>
          {now === null ? "–" : format(now)}
          <span class="hint">
            {" "}
            {kind === "bars"
              ? `max ${format(top)}`
              : max === undefined
                ? `at the end ${format(last)}`
                : `of ${format(top)}`}
          </span>
        </strong>
      </figcaption>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list of iterations has the keys. */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${format(last)} at the end, ${format(top)} at most`}
        onClick={pick}
      >
        <path class="area" d={path.area} />
        <path class="line" d={path.line} />
        <line class="cursor" x1={x} x2={x} y1={0} y2={height} />
      </svg>
    </figure>
  );
}

interface Point {
  readonly from: number;
  readonly to: number;
  readonly value: number | null;
}

/** Fewer points where there are many values: each stands for a stretch of iterations, with its largest value. */
function thinOut(values: readonly (number | null)[]): readonly Point[] {
  const count = Math.min(values.length, maxPoints);
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((edge) => Math.floor((edge * values.length) / count)) as [number, number];
    const known = values.slice(from, to).filter((value) => value !== null);
    return {
      from: (from / values.length) * width,
      to: (to / values.length) * width,
      value: known.length === 0 ? null : Math.max(...known),
    };
  });
}

function draw(kind: ChartProps["kind"], points: readonly Point[], top: number): { line: string; area: string } {
  const y = (value: number): number => round(height - 2 - (top === 0 ? 0 : (value / top) * (height - 6)));
  const known = points.filter((point): point is KnownPoint => point.value !== null);
  if (kind === "bars")
    return {
      line: "",
      area: known
        .map(({ from, to, value }) => {
          const gap = Math.min(1.5, (to - from) * 0.15);
          return `M${round(from + gap)} ${height}V${y(value)}H${round(to - gap)}V${height}Z`;
        })
        .join(""),
    };
  const parts = splitAtGaps(points).map((part) => drawPart(kind, part, y));
  return { line: parts.map(({ line }) => line).join(""), area: parts.map(({ area }) => area).join("") };
}

type KnownPoint = Point & { readonly value: number };

/** What is not known is left out, not guessed. */
function splitAtGaps(points: readonly Point[]): readonly (readonly KnownPoint[])[] {
  const parts: KnownPoint[][] = [[]];
  for (const point of points) {
    if (point.value === null) parts.push([]);
    else parts.at(-1)?.push(point as KnownPoint);
  }
  return parts.filter((part) => part.length > 0);
}

function drawPart(
  kind: "step" | "line",
  part: readonly KnownPoint[],
  y: (value: number) => number,
): { line: string; area: string } {
  const middle = ({ from, to }: Point): number => (from + to) / 2;
  const line = part
    .map((point, at) => {
      const x = kind === "step" ? point.from : middle(point);
      return `${at === 0 ? "M" : "L"}${round(x)} ${y(point.value)}${kind === "step" ? `H${round(point.to)}` : ""}`;
    })
    .join("");
  const [first, last] = [part[0], part.at(-1)];
  const start = kind === "step" ? first?.from : first && middle(first);
  const end = kind === "step" ? last?.to : last && middle(last);
  return { line, area: `${line}L${round(end ?? 0)} ${height}L${round(start ?? 0)} ${height}Z` };
}

const round = (value: number): number => Math.round(value * 10) / 10;
