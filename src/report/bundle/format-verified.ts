import { plural } from "../../lib/text/plural.js";
import { describeHere, type FilesHere } from "./compare-here.js";
import type { ProofPredicate } from "./statement.js";

/** What became of a proof. */
export type Verified =
  | ({
      readonly is: "genuine";
      /** The fingerprint of the key that signed it, and whether it was asked for by name. */
      readonly key: string;
      readonly isNamed: boolean;
      /** What it was compared with; null if with nothing. */
      readonly content: string | null;
      /** Whether the files here are those of that commit; null if they were not asked about. */
      readonly here: FilesHere | null;
      /** What was found by doing it again; absent if it was not. */
      readonly replayed?: string;
    } & ProvedRun)
  | ({ readonly is: "altered"; readonly why: string; readonly fix?: string } & Partial<ProvedRun>)
  | { readonly is: "unknown"; readonly why: string; readonly fix: string }
  | { readonly is: "unsigned" };

export interface ProvedRun extends Pick<ProofPredicate, "run" | "tasks" | "signer"> {
  readonly records: number;
}

export function formatVerified(verified: Verified, file: string): string {
  switch (verified.is) {
    case "genuine":
      return formatGenuine(verified, file);
    case "altered":
      return `ALTERED  ${file}: ${verified.why}\n${verified.fix === undefined ? "" : `  fix  ${verified.fix}\n`}`;
    case "unknown":
      return `CANNOT TELL  ${file}: ${verified.why}\n  fix  ${verified.fix}\n`;
    case "unsigned":
      return `UNSIGNED  ${file}: nobody signed it\n  fix  ask for a signed one: untildone prove -o proof.json\n`;
  }
}

function formatGenuine(verified: Verified & { is: "genuine" }, file: string): string {
  const { key, isNamed, content, run, tasks, signer, records } = verified;
  const here = verified.here && describeHere(verified.here);
  const proven = tasks.filter(({ verdict }) => verdict === "verified").map(({ id }) => id);
  const others = tasks.filter(({ verdict }) => verdict !== "verified").map(({ id, verdict }) => `${id} ${verdict}`);
  const lines = [
    ["content", content ?? "not compared (--file-only)"],
    ...(here === null ? [] : [["here", here]]),
    ["signed by", `${key} (${isNamed ? "the key you named" : "a key that you did not name"})`],
    ["run", `${run.id}, ${run.outcome ?? "not ended"}: ${run.headline}`],
    ["verified", proven.length === 0 ? "nothing" : proven.join(", ")],
    ...(others.length === 0 ? [] : [["others", others.join(", ")]]),
    ["journal", `${plural(records, "record")}, whole`],
    ...(verified.replayed === undefined ? [] : [["replayed", verified.replayed]]),
    ["key", reach[signer.keyReach] + (signer.sandbox === null ? "" : ` (${signer.sandbox})`)],
  ];
  return `GENUINE  ${file}\n${lines.map(([name = "", text]) => `  ${name.padEnd(10)}${text}\n`).join("")}`;
}

const reach = {
  "same-user":
    "the agent ran as the user of the key and could have read it: the signature says who, not that the machine is honest",
  sandbox: "the agent ran in a sandbox, and the key was out of its reach",
  "checks-outside":
    "the agent ran in a sandbox, but its tests ran outside of it (--checks-outside) and could have read the key",
  unknown: "nothing says how the agent was started, so it may have read the key",
} as const;
