import { useMemo, useState } from "preact/hooks";
import { duration } from "../../lib/text/duration.js";
import { kinds, kindWords } from "./kinds.js";
import { type Lane, layOut, type Picture } from "./lay-out.js";
import { placeOf, useLinks } from "./links.js";
import type { DecisionRow, ReportData } from "./report-data.js";

type ShownReport = ReportData["report"];

const maxLanes = 40;

/** The whole run: a lane for each task, a block for each turn, and below how much of its limits is used. */
export function RunPicture({ report, onSelect }: { report: ShownReport; onSelect: (at: number) => void }) {
  const { decisions, tasks, budget } = report;
  const [isWhole, setWhole] = useState(false);
  const picture = useMemo(
    () => layOut(decisions, { tasks, maxLanes: isWhole ? Number.POSITIVE_INFINITY : maxLanes }),
    [decisions, tasks, isWhole],
  );
  if (picture.lanes.length === 0) return null;
  return (
    <section aria-labelledby="picture-title">
      <h2 id="picture-title">
        The run <span class="hint">a lane for each task, a block for each turn; {duration(picture.seconds)}</span>
      </h2>
      <div class="picture">
        {picture.lanes.map((lane) => (
          <LaneRow key={lane.task ?? ""} lane={lane} rows={decisions} onSelect={onSelect} />
        ))}
        <Arrows picture={picture} />
      </div>
      <Legend picture={picture} />
      {picture.folded > 0 && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          Show a lane for each of {picture.folded} more tasks
        </button>
      )}
      <Budget budget={budget} />
    </section>
  );
}

/** What the colours say, of those that are there. */
function Legend({ picture: { lanes, arrows } }: { picture: Picture }) {
  const shown = new Set(lanes.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)));
  return (
    <p class="legend">
      {kinds
        .filter((kind) => shown.has(kind))
        .map((kind) => (
          <span key={kind}>
            <i class={`block ${kind}`} /> {kindWords[kind]}
          </span>
        ))}
      {arrows.length > 0 && <span>→ its change made that turn fail</span>}
    </p>
  );
}

interface LaneProps {
  readonly lane: Lane;
  readonly rows: readonly DecisionRow[];
  readonly onSelect: (at: number) => void;
}

function LaneRow({ lane, rows, onSelect }: LaneProps) {
  const { to } = useLinks();
  return (
    <div class="lane">
      {lane.task === null ? (
        <span class="lane-name">{lane.name}</span>
      ) : (
        <a class="lane-name" href={to(lane.task)} title={lane.name}>
          {lane.name}
        </a>
      )}
      <div class="track">
        {lane.blocks.map(({ at, left, width, kind, count }) => {
          const row = rows[at];
          if (!row) return null;
          const what = `${row.hadTurn ? `turn ${row.iteration}` : "decision"}${row.task === null ? "" : `, ${row.task}`}: ${kindWords[kind]}${count > 1 ? `, and ${count - 1} more` : ""}`;
          return (
            // biome-ignore lint/a11y/useAnchorContent: its label says what it is.
            <a
              key={at}
              class={`block ${kind}`}
              style={{ left: `min(${left}%, 100% - 4px)`, width: `${width}%` }}
              href={to(placeOf(row))}
              title={what}
              aria-label={what}
              onClick={() => onSelect(at)}
            />
          );
        })}
      </div>
    </div>
  );
}

const laneHeight = 22;

/** From the task whose change made a check fail to the turn that was refused for it. */
function Arrows({ picture: { arrows, lanes } }: { picture: Picture }) {
  if (arrows.length === 0) return null;
  const height = lanes.length * laneHeight;
  return (
    <svg
      class="arrows"
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={describe(arrows)}
    >
      {arrows.map(({ from, to }) => (
        <path
          key={`${from.x} ${from.lane} ${to.x} ${to.lane}`}
          d={`M${from.x} ${(from.lane + 0.5) * laneHeight}L${to.x} ${(to.lane + (to.lane > from.lane ? 0.15 : 0.85)) * laneHeight}`}
        />
      ))}
    </svg>
  );
}

const describe = (arrows: Picture["arrows"]): string => arrows.map(({ words }) => words).join("; ");

function Budget({ budget }: { budget: ShownReport["budget"] }) {
  if (budget.length === 0) return null;
  return (
    <ul class="budget" aria-label="Limits">
      {budget.map(({ name, used, limit, text }) => (
        <li key={name}>
          <span class="bar" aria-hidden="true">
            <span
              class={used >= limit ? "bad" : used >= 0.8 * limit ? "warn" : "calm"}
              style={{ width: `${Math.min(100, (100 * used) / limit)}%` }}
            />
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}

interface ChipsProps {
  readonly rows: readonly DecisionRow[];
  readonly chosen: DecisionRow["kind"] | null;
  readonly onChoose: (kind: DecisionRow["kind"] | null) => void;
}

/** What the turns came to, with how many there are; a press shows those alone. */
export function Chips({ rows, chosen, onChoose }: ChipsProps) {
  const counts = new Map<string, number>();
  for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const shown = kinds.filter((kind) => counts.has(kind));
  if (shown.length < 2) return null;
  return (
    <p class="chips">
      {shown.map((kind) => (
        <button
          key={kind}
          type="button"
          class="chip"
          aria-pressed={chosen === kind}
          onClick={() => onChoose(chosen === kind ? null : kind)}
        >
          <span class={`swatch ${kind}`} aria-hidden="true" />
          {kindWords[kind]} <strong>{counts.get(kind)}</strong>
        </button>
      ))}
    </p>
  );
}
