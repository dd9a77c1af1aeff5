import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findThere } from "./truth.js";
import type { EvalRun, Probe } from "./types.js";

type KnownTruth = Pick<EvalRun, "truth" | "language" | "list">;

const fileName = "truth.json";

/** What a perfect reviewer knows, outside of the project. */
export function writeTruth(folder: string, { truth, language, list }: EvalRun): void {
  writeFileSync(join(folder, fileName), JSON.stringify({ truth, language, list }));
}

/** The answer of a reviewer that knows the truth, to a question about the copy that it is started in. */
export function reviewByTruth(folder: string, question: string, cwd: string): string {
  const known = JSON.parse(readFileSync(join(folder, fileName), "utf8")) as KnownTruth;
  const [, review = ""] = /"review": the text "(\w+)"/.exec(question) ?? [];
  const [, asked] = /^# Task\n<<<<< \S+\n(\S+): /m.exec(question) ?? [];
  const there = findThere(known, { project: cwd, env: process.env });
  const missing = known.truth.filter(({ id }) => (asked === undefined || id === asked) && !there.includes(id));
  const findings = missing.map(({ id, probes }) => ({
    ...{ file: fileOf(probes, cwd) ?? known.list.file, line: 1, severity: "blocking" },
    text: `the work of ${id} is not there`,
    requirement: `what ${id} asks for`,
  }));
  return JSON.stringify({ review, verdict: findings.length > 0 ? "refuted" : "passed", findings });
}

const fileOf = (probes: readonly Probe[], cwd: string): string | undefined =>
  probes
    .flatMap((probe) => (probe.kind === "works" ? [probe.source] : "file" in probe ? [probe.file] : []))
    .find((file) => existsSync(join(cwd, file)));
