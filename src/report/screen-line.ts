import { localTime } from "../lib/text/local-time.js";
import { now } from "../lib/time/clock.js";
import type { RunEvent } from "../run/loop/run-event.js";
import type { NameTask } from "./name-task.js";
import type { paint } from "./terminal/paint.js";

/** A line of output. Wrapped lines are indented by `hang` columns. */
export interface ScreenLine {
  readonly text: string;
  readonly hang: number;
}

export type EventOf<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

export type FormatEvent<T extends RunEvent["type"]> = (event: EventOf<T>, style: Style) => readonly ScreenLine[];

export type Style = ReturnType<typeof paint> & { readonly colour: boolean; readonly name: NameTask };

/** One line, whatever it quotes: a title or a message with line breaks must not look like lines of ours. */
export const line = (text: string, hang = 4): ScreenLine => ({ text: text.replaceAll(/\s*[\r\n]\s*/g, " "), hang });

export const blank = line("");

export const nothing = (): readonly ScreenLine[] => [];

/** Reading and searching changes nothing, and there is much of it: only the live view shows it. */
export const isQuiet: ReadonlySet<EventOf<"agent-activity">["does"]> = new Set(["reads", "searches"]);

/** As the clock on the wall shows it. */
export const shortTime = (time: string): string => localTime(Date.parse(time), now());

export const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
