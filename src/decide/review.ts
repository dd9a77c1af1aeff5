import { plural } from "../lib/text/plural.js";
import type { Settings } from "./settings.js";

export const reviewStates = ["refuted", "passed", "unknown"] as const;
export const severities = ["blocking", "minor"] as const;
export const findingKinds = ["input", "command", "requirement"] as const;

/** What a command that a reviewer named came to when we ran it. */
export interface CommandFact {
  readonly command: string;
  readonly exitCode: number;
  /** The last lines of its output. */
  readonly output: string;
}

/** One fault that a reviewer says the work has. */
export interface ReviewFinding {
  /** "R1": the author answers by it. */
  readonly id: string;
  /** From the project's folder. */
  readonly file: string;
  readonly line: number;
  readonly severity: (typeof severities)[number];
  readonly kind: (typeof findingKinds)[number];
  readonly text: string;
  /** The failing input, the command or the unmet requirement. */
  readonly shows: string;
  /** The lines it points at, to know them again. */
  readonly at: string;
  /** Why it does not count; absent where it does. */
  readonly dropped?: string;
  readonly fact?: CommandFact;
  /** What the author said of it. */
  readonly answer?: string;
}

/** What one reviewer made of one tree. Made before the decision, so that a replay uses what was said then. */
export interface Review {
  /** The agent, with its model if one is set. */
  readonly reviewer: string;
  /** The task; "" for the work of a run without a list. */
  readonly task: string;
  /** The content that was reviewed; null where it is not known. */
  readonly subject: string | null;
  readonly state: (typeof reviewStates)[number];
  /** Why nothing is known. */
  readonly why?: string;
  readonly findings: readonly ReviewFinding[];
  /** How often findings about this task had gone back to its author before. */
  readonly round: number;
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly seconds: number;
  /** The same content was reviewed before: nobody was asked. */
  readonly isKept?: true;
  /** It is the author's own agent and model. */
  readonly isAuthor?: true;
  /** It was ended by a person: nothing may be concluded from it. */
  readonly isCut?: true;
}

/** What reviewers say about work that passed everything else. */
export type Reviewed = { readonly reviews?: readonly Review[] };

export const isBlocking = ({ severity, dropped }: ReviewFinding): boolean =>
  severity === "blocking" && dropped === undefined;

/** The findings that stand against the work. */
export const blockingFindings = ({ reviews = [] }: Reviewed): readonly ReviewFinding[] =>
  reviews.flatMap(({ findings }) => findings.filter(isBlocking));

type ReviewSettings = Pick<Settings, "findings" | "reviewerRounds">;

/** Findings went back as often as they may. */
export const areRoundsSpent = ({ reviews = [] }: Reviewed, { reviewerRounds }: ReviewSettings): boolean =>
  reviews.some(({ round }) => round >= reviewerRounds);

/** The findings are left, and the settings take the work with them. */
export const isTakenWithFindings = (seen: Reviewed, settings: ReviewSettings): boolean =>
  settings.findings === "accept" && areRoundsSpent(seen, settings) && blockingFindings(seen).length > 0;

/** Why a claim that passes everything else is refused after all. That a reviewer found nothing grants nothing. */
export function reviewVetoes(seen: Reviewed, settings: ReviewSettings): readonly string[] {
  const { reviews = [] } = seen;
  const vetoes = reviews.filter(({ isCut }) => isCut).map(({ reviewer }) => `the review by ${reviewer} was ended`);
  if (settings.findings === "refuse") vetoes.push(...describeUnreviewed(seen));
  if (!isTakenWithFindings(seen, settings)) vetoes.push(...describeFindings(seen));
  return vetoes;
}

/** Each finding that stands against the work, in words. */
export const describeFindings = ({ reviews = [] }: Reviewed): readonly string[] =>
  reviews.flatMap(({ reviewer, findings }) =>
    findings.filter(isBlocking).map((finding) => `${reviewer} ${describeFinding(finding)}`),
  );

/** "R1, src/a.js:12: 0 is taken for nothing (slug(0) gives "")" */
export function describeFinding({ id, file, line, text, shows, fact }: ReviewFinding): string {
  const seen = fact
    ? `; run here, \`${fact.command}\` exits ${fact.exitCode}${fact.output === "" ? "" : `: ${lastLine(fact.output)}`}`
    : "";
  return `${id}, ${file}:${line}: ${text}${shows === "" || fact ? "" : ` (${shows})`}${seen}`;
}

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1)?.trim() ?? "";

/** The reviewers that came to nothing, each with the reason. */
export const describeUnreviewed = ({ reviews = [] }: Reviewed): readonly string[] =>
  reviews
    .filter(({ state, isCut }) => state === "unknown" && !isCut)
    .map(({ reviewer, why }) => `not reviewed by ${reviewer}: ${why ?? "it gave no answer"}`);

/** What the author is asked to do about findings. */
export function howToAnswer(seen: Reviewed): string | null {
  const [first] = blockingFindings(seen);
  if (!first) return null;
  return `Answer each finding of the review: change the code, or, if it is wrong, end with a line "ANSWER ${first.id}: why it is wrong"`;
}

/** "2 findings of codex" */
export function countFindings(reviews: readonly Review[]): string {
  const names = [...new Set(reviews.filter(({ findings }) => findings.some(isBlocking)).map((each) => each.reviewer))];
  return `${plural(blockingFindings({ reviews }).length, "finding")} of ${names.join(" and ")}`;
}
