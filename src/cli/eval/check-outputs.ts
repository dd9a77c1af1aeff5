import { join } from "node:path";
import { readAgentReport } from "../../agents/signals/read-agent-report.js";
import { readTranscript } from "../../agents/transcripts/read-transcript.js";
import { policyForKind, resolvePolicy } from "../../decide/policies/policies.js";
import { decide } from "../../decide/policy.js";
import { defaultSettings } from "../../decide/settings-table.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import { readTestOutput } from "../../evidence/test-output/read-test-output.js";
import { FieldReader } from "../../lib/json/field-reader.js";
import { isRecord } from "../../lib/json/is-record.js";
import { decideSituation } from "../../run/situation/observe.js";
import { parseSituation } from "../../run/situation/parse.js";
import { readDecision } from "../../store/read-record.js";
import { readMarkdownTasks } from "../../tasks/markdown/read-markdown.js";
import { fail } from "./pieces.js";
import { type Rate, rate } from "./rates.js";
import { readMap, yamlFiles } from "./read-set.js";
import type { SetFault } from "./types.js";

/** What a message claims: the whole of what was given, its task, that it goes on, that it cannot, or nothing clear. */
export const claims = ["whole", "task", "continue", "blocked", "unclear"] as const;
export type ClaimLabel = (typeof claims)[number];

export interface LabelledRow {
  readonly name: string;
  readonly kind: "message" | "list" | "tests" | "situation" | "graded";
  readonly wanted: string;
  readonly got: string;
}

export interface OutputFigures {
  readonly messages: Readonly<Record<"exact" | "wider" | "narrower" | "missed" | "other", Rate>>;
  readonly lists: Rate;
  readonly tests: Rate;
  readonly situations: Rate;
  /** Decisions of real runs that somebody graded, decided again: what was taken as done and is wrong, and the reverse. */
  readonly doneWrong: Rate;
  readonly refusedRight: Rate;
  /** Everything that was read in another way than its label says. */
  readonly differing: readonly LabelledRow[];
}

/** Reads everything of the set that has a label but needs no run. */
export function checkOutputs(folder: string, faults: SetFault[]): OutputFigures {
  const files = [...yamlFiles(join(folder, "outputs")), ...yamlFiles(join(folder, "situations"))];
  const rows = withoutContradictions(
    files.flatMap((file) => [...readMap(file, readRow, faults).values()].map((row) => ({ ...row, file }))),
    faults,
  );
  const of = (kind: LabelledRow["kind"]): readonly LabelledRow[] => rows.filter((row) => row.kind === kind);
  const right = (kind: LabelledRow["kind"]): Rate => rate(of(kind).filter(isExact).length, of(kind).length);
  const messages = of("message");
  const [gradedWrong, gradedRight] = ["wrong", "right"].map((is) => of("graded").filter(({ wanted }) => wanted === is));
  const compared = (word: string): Rate =>
    rate(messages.filter((row) => compareClaims(row) === word).length, messages.length);
  return {
    messages: {
      exact: compared("exact"),
      wider: compared("wider"),
      narrower: compared("narrower"),
      missed: compared("missed"),
      other: compared("other"),
    },
    lists: right("list"),
    tests: right("tests"),
    situations: right("situation"),
    doneWrong: rateOf(gradedWrong, ({ got }) => got === "right"),
    refusedRight: rateOf(gradedRight, ({ got }) => got === "wrong"),
    differing: rows.filter((row) => !isExact(row)),
  };
}

interface ReadRow extends LabelledRow {
  /** What was read, without its label. */
  readonly text: string;
}

/** Two rows of the same text with different labels: neither counts, for one of them is wrong. */
function withoutContradictions(
  rows: readonly (ReadRow & { readonly file: string })[],
  faults: SetFault[],
): readonly LabelledRow[] {
  const byText = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) {
    const key = `${row.kind}\n${row.text}`;
    byText.set(key, [...(byText.get(key) ?? []), row]);
  }
  return [...byText.values()].flatMap((same) => {
    const [first] = same;
    const other = same.find(({ wanted }) => wanted !== first?.wanted);
    if (!first || !other) return same.map(({ text, file, ...row }) => row);
    const names = `${first.name} (${first.wanted}) and ${other.name} (${other.wanted})`;
    faults.push({ where: other.file, what: `${names} have the same text and different labels: correct one of them` });
    return [];
  });
}

const rateOf = (rows: readonly LabelledRow[] = [], is: (row: LabelledRow) => boolean): Rate =>
  rate(rows.filter(is).length, rows.length);

const isExact = ({ wanted, got }: LabelledRow): boolean => wanted === got;

const breadth: Readonly<Record<string, number>> = { whole: 2, task: 1 };

/** Wider: it was taken for a claim of more than it is. That is the mistake which ends a run too early. */
function compareClaims({ wanted, got }: LabelledRow): "exact" | "wider" | "narrower" | "missed" | "other" {
  if (wanted === got) return "exact";
  const [label, read] = [breadth[wanted] ?? 0, breadth[got] ?? 0];
  if (read > label) return "wider";
  if (label > 0) return read === 0 ? "missed" : "narrower";
  return "other";
}

function readRow(name: string, value: unknown, where: string): ReadRow {
  const reader = new FieldReader(value, `${where}: ${name}`);
  const text = (field: string): string => reader.text(field) ?? fail(reader.path(field), "is missing");
  if (reader.has("message"))
    return {
      name,
      kind: "message",
      wanted: reader.choice("claims", claims) ?? fail(reader.path("claims"), `is missing: one of ${claims.join(", ")}`),
      got: readClaim(text("message")),
      text: text("message"),
    };
  if (reader.has("list"))
    return { name, kind: "list", wanted: text("tasks"), got: readList(text("list")), text: text("list") };
  if (reader.has("output")) {
    const exitCode = reader.amount("status");
    const { status } = readTestOutput(text("output"), exitCode === undefined ? {} : { exitCode });
    const wanted = text("result");
    return { name, kind: "tests", wanted, got: status, text: `${exitCode}\n${text("output")}` };
  }
  if (reader.has("situation"))
    return {
      name,
      kind: "situation",
      wanted: text("decides"),
      got: decideRow(reader.raw("situation")),
      text: JSON.stringify(reader.raw("situation")),
    };
  if (reader.has("graded"))
    return {
      name,
      kind: "graded",
      wanted: text("is"),
      got: decideGraded(reader.raw("graded"), reader.raw("task"), reader.path("graded")),
      text: JSON.stringify([reader.raw("graded"), reader.raw("task")]),
    };
  return fail(reader.where, "has none of message, list, output, situation and graded");
}

function readClaim(message: string): ClaimLabel {
  const { claim, taskClaim, runDenied } = readAgentReport(readTranscript(message));
  if (claim === "blocked") return "blocked";
  if (claim === "complete") return "whole";
  if (taskClaim === "complete") return "task";
  // "Not all tasks are complete" names work, whatever else it says.
  return claim === "continue" || taskClaim === "continue" || runDenied ? "continue" : "unclear";
}

/** Such as "2 of 5 done, 1 blocked". */
function readList(markdown: string): string {
  const { tasks } = readMarkdownTasks(markdown, defaultSettings.optionalSections);
  const count = (status: string): number => tasks.filter((task) => task.status === status).length;
  const blocked = count("blocked");
  return `${count("done")} of ${tasks.length} done${blocked > 0 ? `, ${blocked} blocked` : ""}`;
}

function decideRow(value: unknown): string {
  const { rule, decision, outcome, taskDone } = decideSituation(parseSituation(value)).decision;
  return `${rule}: ${outcome ?? decision}${taskDone === null ? "" : ` [${taskDone}]`}`;
}

/** A decision of a journal, decided again by the rules of now: "right" where it takes the work as done. */
function decideGraded(value: unknown, task: unknown, where: string): "right" | "wrong" {
  const line = JSON.stringify({ ...gradedHead, ...(isRecord(value) ? value : {}) });
  const record = readDecision(line);
  if (!record) return fail(where, "is no decision as untildone grade --export writes it");
  const { policy, settings, taskKind, observation } = record;
  const decision = decide(policyForKind(resolvePolicy(policy, settings), taskKind), observation);
  const isDone = task === null ? decision.outcome === "completed" : tasksDoneBy(decision).includes(String(task));
  return isDone ? "right" : "wrong";
}

/** What the export leaves out of a record. */
const gradedHead = { version: 1, n: 1, at: "2026-01-01T00:00:00Z", run: "graded", kind: "decision" };
