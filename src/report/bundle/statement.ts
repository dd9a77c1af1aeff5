import type { Settings, SettingsPatch } from "../../decide/settings.js";
import type { JournalChain } from "./journal-chain.js";

/** The version of the bundle. A newer one is refused, since its meaning is unknown. */
export const bundleVersion = 1;
export const payloadType = "application/vnd.in-toto+json";
export const statementType = "https://in-toto.io/Statement/v1";
/** docs/proof-bundle.schema.json describes it. */
export const predicateType = "urn:untildone:proof:v1";

/** What was proved, by its digest: a git commit and tree, or the files of a folder. */
export interface Subject {
  readonly name: string;
  readonly digest: Readonly<Record<string, string>>;
}

/** A statement of the in-toto attestation framework. */
export interface Statement<Predicate = unknown> {
  readonly _type: typeof statementType;
  readonly subject: readonly Subject[];
  readonly predicateType: string;
  readonly predicate: Predicate;
}

/** A file of a folder without git, by its content. */
export interface ProvedFile {
  readonly path: string;
  readonly sha256: string;
}

/** What the subject is the digest of. */
export interface ProvedContent {
  readonly kind: "git" | "files";
  /** The commit that was checked out, with or without changes on top of it. */
  readonly base: string | null;
  /** Uncommitted files that are not part of it: the state folder, and the proof itself. */
  readonly leftOut: readonly string[];
  /** Only where there is no git. */
  readonly files: readonly ProvedFile[];
  /** It is what the run left, but for the ticks of its list; null where nobody can tell. */
  readonly isAsLeft: true | null;
}

export interface ProvedTask {
  readonly id: string;
  readonly title: string | null;
  readonly verdict: string;
  readonly provedBy: string | null;
  readonly notProven: string | null;
}

export interface ProvedCheck {
  readonly name: string;
  readonly required: boolean;
  readonly state: "holds" | "fails" | "unknown";
  readonly detail: string;
  /** When it was made last. */
  readonly iteration: number;
  /** Null for a check of our own, which is no command. */
  readonly command: readonly string[] | null;
  /** Variables that it is given. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number | null;
  /** Whether its output is read as that of tests. */
  readonly reads: "tests" | "status" | "either" | null;
  readonly passed: number | null;
  readonly failed: number | null;
  /** SHA-256 of what it printed last, as it was logged; null where nothing is logged. */
  readonly outputSha256: string | null;
}

/**
 * Who could reach the key that signed: `same-user` is an agent with the user of the key, `sandbox` one that did not see
 * it, `checks-outside` an agent in a sandbox whose tests ran outside of it, `unknown` where nothing says how the agent was
 * started.
 */
export type KeyReach = "same-user" | "sandbox" | "checks-outside" | "unknown";

/** What the statement says of a run. */
export interface ProofPredicate {
  readonly version: typeof bundleVersion;
  readonly run: {
    readonly id: string;
    readonly project: string;
    readonly startedAt: string;
    readonly endedAt: string;
    readonly outcome: string | null;
    readonly exitCode: number | null;
    readonly headline: string;
  };
  readonly content: ProvedContent;
  readonly tasks: readonly ProvedTask[];
  readonly checks: readonly ProvedCheck[];
  readonly policy: { readonly name: string; readonly settings: SettingsPatch; readonly effective: Settings };
  readonly agents: readonly { readonly agent: string; readonly model: string | null; readonly turns: number }[];
  readonly tools: Readonly<Record<string, string>>;
  readonly journal: JournalChain;
  readonly signer: {
    /** The 32 bytes in base64; null where something else signs, such as cosign. */
    readonly publicKey: string | null;
    readonly keyReach: KeyReach;
    /** What the agent ran in, such as "bwrap"; null for none, or if nobody knows. */
    readonly sandbox: string | null;
  };
  /** The same as `test-result/v0.1` of in-toto and the VSA of SLSA say it. */
  readonly standard: readonly { readonly predicateType: string; readonly predicate: unknown }[];
}

export type ProofStatement = Statement<ProofPredicate>;
