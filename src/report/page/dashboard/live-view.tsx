import { useLayoutEffect, useRef } from "preact/hooks";
import { duration } from "../../../lib/text/duration.js";
import { money } from "../../../lib/text/money.js";
import type { LiveRunState } from "../../dashboard-state.js";
import type { RunStep } from "../../live-view/view-state.js";
import { useNow } from "./use-now.js";

const tones: Readonly<Record<LiveRunState["state"], string>> = {
  running: "good",
  pausing: "calm",
  paused: "warn",
  stopping: "warn",
};

const words: Readonly<Record<LiveRunState["state"], string>> = {
  running: "running",
  pausing: "pausing after this iteration",
  paused: "paused",
  stopping: "stopping after this iteration",
};

/** What the terminal's live view shows, and the lines above it. */
export function LiveView({ live: { state, view, lines } }: { live: LiveRunState }) {
  const now = useNow();
  const { iteration, task, used, tasks, clock, step } = view;
  const seconds = step.is === "paused" ? clock.seconds : clock.seconds + Math.max(0, now - clock.at) / 1000;
  return (
    <>
      <p class="now">
        <span class={`pill ${tones[state]}`}>{words[state]}</span>
        <strong>
          {view.units.length > 0
            ? atWork(view.units.length)
            : iteration === null
              ? "starting"
              : `Iteration ${iteration}`}
          {task !== null && ` · ${task}`}
        </strong>
        <span class="facts">
          {[
            duration(Math.round(seconds)),
            ...(tasks ? [`${tasks.done} of ${tasks.total} tasks done`] : []),
            ...(used.usd === null ? [] : [money(used.usd)]),
          ].join(" · ")}
        </span>
      </p>
      {view.units.length === 0 ? (
        <Step step={step} words={view.words} now={now} />
      ) : (
        view.units.map((loop) => (
          <Step key={loop.unit} task={loop.task ?? loop.unit} step={loop.step} words={loop.words} now={now} />
        ))
      )}
      <Log lines={lines} />
    </>
  );
}

const atWork = (count: number): string => (count === 1 ? "1 task at work" : `${count} tasks at work`);

interface StepProps {
  /** Whose loop it is, where several tasks are worked on at once. */
  task?: string;
  step: RunStep;
  words: string | null;
  now: number;
}

function Step({ task, step, words: said, now }: StepProps) {
  return (
    <p class="step">
      {task !== undefined && <strong>{task} </strong>}
      {describeStep(step)}
      <span class="facts"> {duration(Math.max(0, Math.round((now - step.at) / 1000)))}</span>
      {said !== null && <q>{said}</q>}
    </p>
  );
}

/** Stays at its end, unless somebody scrolled up. */
function Log({ lines }: { lines: LiveRunState["lines"] }) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  // Before the browser moves what it shows, because the oldest lines are gone: that would look like somebody scrolling.
  useLayoutEffect(() => {
    const element = list.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [lines]);
  if (lines.length === 0) return null;
  return (
    <ol
      class="log"
      ref={list}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
      tabIndex={0}
      aria-label="What the run printed"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4;
      }}
    >
      {lines.map(({ n, text }) => (
        <li key={n}>{text}</li>
      ))}
    </ol>
  );
}

function describeStep(step: RunStep): string {
  switch (step.is) {
    case "starting":
      return "starting";
    case "agent":
      return `${step.agent} ${step.does ?? "works"}`;
    case "checking":
      return step.check === null ? "checking the work" : `check ${step.check}`;
    case "waiting":
      return `waiting until ${new Date(step.until).toTimeString().slice(0, 5)}: ${step.why}`;
    case "preparing":
      return "preparing a worktree";
    case "decided":
      return "decided";
    case "merging":
      return step.check === null ? "merging the work" : `merging the work: check ${step.check}`;
    case "paused":
      return "change what you like meanwhile: it counts as yours";
  }
}
