import type { LimitKind } from "../../decide/transcript.js";

/** What an outage is: a limit that passes by itself, or no credit, which does not. */
export type Outage = LimitKind | "billing";

/**
 * Where words may stand to count:
 * - `code`: a name that only vendors' servers and libraries use, anywhere in a line
 * - `vendor`: a message of a CLI itself, as the whole line
 * - `server`: a message of any server, as the whole line, and only if no stack trace follows
 * - `event`: anywhere in an error that an event reports, where nobody's prose can be
 */
export type OutagePlace = "code" | "vendor" | "server" | "event";

export interface OutageWords {
  readonly outage: Outage;
  readonly place: OutagePlace;
  readonly words: readonly string[];
}

/** What must follow a short phrase on a line: otherwise it starts a sentence about something else. */
export const ends = String.raw`(?=$|\s*[.,:;!|·•∙⋅—–()\[{]|\s+-\s|\s+(?:for|on|by|in|please|try|retry|until|while|and will|resets?|-)\b)`;

/** An HTTP status as a line begins with it, and the words that may follow it. */
export const status = (codes: string, ...texts: string[]): string =>
  String.raw`(?:http(?:\/[\d.]+)?\s+|(?:http )?status(?: code)?[ :=]+)(?:${codes})\b|\(?(?:${codes})\)?(?=$|\s*[.:;,|·—–{(\[]|\s+-\s|\s+(?:${texts.join("|")})\b)`;

const you = "you(?:['’]ve| have)";
const window = "(?:usage|session|(?:5|five)[- ]hour|weekly|daily|monthly|hourly|plan|message|opus|sonnet)";
const server = "(?:servers?|service|model|api|engine)";

/** The one table for error events, text and standard error, of every agent. */
export const outageTable: readonly OutageWords[] = [
  {
    outage: "billing",
    place: "code",
    words: [
      String.raw`\binsufficient_quota\b`,
      String.raw`\bbilling_hard_limit_reached\b`,
      String.raw`\bbilling_error\b`,
    ],
  },
  {
    outage: "usage",
    place: "code",
    words: [
      String.raw`\bRESOURCE_EXHAUSTED\b`,
      String.raw`\busage_limit_reached\b`,
      String.raw`\b(?:Terminal|Retryable)QuotaError\b`,
      String.raw`\bClaude (?:AI )?usage limit reached\|\d{10}`,
    ],
  },
  {
    outage: "rate",
    place: "code",
    words: [
      String.raw`\brate_limit_(?:error|exceeded)\b`,
      String.raw`\b(?:Throttling|TooManyRequests)Exception\b`,
      String.raw`\b(?:openai|anthropic|litellm(?:\.exceptions)?)\.RateLimitError\b`,
    ],
  },
  { outage: "overloaded", place: "code", words: [String.raw`\boverloaded_error\b`] },
  {
    outage: "billing",
    place: "vendor",
    words: [
      "(?:your )?credit balance is too low",
      String.raw`(?:you have )?insufficient (?:credits?|funds|balance|quota)\b`,
      "(?:you(?:['’]re| are) )?out of credits",
      "this request requires more credits",
      "(?:you(?:['’]ve| have)? )?exceeded your current quota",
      String.raw`quota exceeded\. check your plan`,
      "(?:your )?(?:subscription|free trial|plan) (?:has |is )?(?:expired|inactive|not active|cancelled)",
      "(?:[\\w'’ -]{1,60} )?(?:is|are|was|has been) disabled (?:by|for) (?:your|the|an) (?:admin|org|team|workspace)",
      "billing (?:hard |soft )?limit (?:has been |was )?reached",
    ],
  },
  {
    outage: "usage",
    place: "vendor",
    words: [
      String.raw`${you} (?:hit|reached|exceeded|exhausted|used up) (?:your|the|all)\b[^.\n]{0,60}\b(?:limits?|quota|usage|capacity|allowance|premium requests|messages)\b`,
      "you(?:['’]re| are) (?:now )?out of (?:extra )?(?:usage|messages|premium requests)",
      `(?:the |your )?(?:[\\w.'’-]+ ){0,4}${window}(?: usage)?[ -](?:limit|quota)s?(?: has been| have been| was| is)? (?:reached|exceeded|hit|exhausted)${ends}`,
      String.raw`your (?:[\w-]+ ){0,3}(?:limit|quota|usage) (?:will )?resets?(?: (?:at|in|after|on))? (?:\w+\.? )?\S*\d`,
    ],
  },
  { outage: "overloaded", place: "vendor", words: ["(?:the )?(?:selected )?model is at capacity"] },
  { outage: "billing", place: "server", words: [`payment required${ends}`, status("402", "payment")] },
  {
    outage: "usage",
    place: "server",
    words: [
      `(?:daily |monthly |api |your |resource |request )?quota (?:has been |was |is |limit )?(?:exceeded|exhausted|reached)${ends}`,
      `(?:exceeded|exhausted) (?:your |the )?(?:daily |monthly )?(?:quota|capacity)${ends}`,
    ],
  },
  {
    outage: "rate",
    place: "server",
    words: [
      `(?:api |request |the |your |\\w+ )?rate[ -]?limit(?:s|ed)?(?: has been| was| is)? (?:exceeded|reached|hit|error)${ends}`,
      `(?:you are |you['’]re |you have been |requests? (?:was |were |is |are )?)?(?:being )?(?:rate[ -]limited|throttled)${ends}`,
      `(?:ran into|encountered|hit) (?:a|an|the) (?:api )?rate[ -]?limit(?: error)?${ends}`,
      "request (?:was )?rejected (?:\\(429\\)|due to rate limiting)",
      "rate[ -]?limit:? (?:try|retry|please|wait)",
      `too many (?:requests|tokens)${ends}`,
      `(?:exceeded|exhausted) (?:your |the )?rate limit${ends}`,
      `(?:resource exhausted|throttling)${ends}`,
      String.raw`(?:${you} )?(?:limit|exceeded|reached)\b[^\n]{0,80}\b(?:tokens|requests) per (?:min(?:ute)?|hour|day|second)\b`,
      String.raw`(?:tokens|requests) per (?:min(?:ute)?|hour|day|second)(?: \(\w+\))?:? (?:limit )?(?:exceeded|reached|limit)`,
      status("429", "too many", "rate", "you", "quota", "resource", "request", "this request"),
      String.raw`retry-after:? \d`,
      String.raw`(?:please )?(?:try again|retry) (?:in|after) (?:about )?\d+(?:\.\d+)? ?(?:s|sec|seconds?|m|min|minutes?|h|hours?)\b`,
    ],
  },
  {
    outage: "overloaded",
    place: "server",
    words: [
      `overloaded${ends}`,
      `(?:[\\w.'’-]+ ){0,2}${server} (?:is|are) (?:currently |temporarily )?(?:overloaded|unavailable|at capacity|experiencing high)`,
      "we(?:['’]re| are) (?:currently )?experiencing (?:unusually )?(?:high|heavy) (?:demand|load|traffic)",
      "(?:no|insufficient) capacity (?:is )?(?:currently )?available",
      `service (?:temporarily )?unavailable${ends}`,
      status("503|529", "service", "overloaded", "the (?:server|service|model)"),
    ],
  },
  {
    outage: "billing",
    place: "event",
    words: [
      String.raw`\bcredit balance\b`,
      String.raw`\binsufficient[ _](?:credits?|funds|quota|balance)\b`,
      String.raw`\b(?:requires|needs) more credits\b`,
      String.raw`\bquota exceeded\. check your plan`,
      String.raw`\bexceeded your current quota\b`,
      String.raw`\bpayment required\b`,
      String.raw`\bbilling\b`,
      String.raw`\bout of credits\b`,
      String.raw`\bdisabled by your admin`,
      String.raw`\b402\b`,
    ],
  },
  {
    outage: "usage",
    place: "event",
    words: [
      String.raw`\b(?:hit|reached) your (?:\S+ )?(?:\S+ )?(?:limit|quota)\b`,
      String.raw`\b(?:usage|session|5[- ]hour|weekly|daily|monthly)[ -]?(?:limit|quota)\b`,
      String.raw`\bout of (?:extra )?usage\b`,
      String.raw`\bexhausted your (?:daily )?(?:quota|capacity)\b`,
      String.raw`\bquota (?:has been |was )?(?:exceeded|exhausted)\b`,
    ],
  },
  {
    outage: "rate",
    place: "event",
    words: [
      String.raw`\brate[ _-]?limit`,
      String.raw`\btoo many requests\b`,
      String.raw`\bresource exhausted\b`,
      String.raw`\bthrottl(?:ed|ing)`,
      String.raw`\b(?:tokens|requests) per (?:min|hour|day|second)`,
      String.raw`\b429\b`,
    ],
  },
  {
    outage: "overloaded",
    place: "event",
    words: [
      String.raw`\boverloaded\b`,
      String.raw`\bat capacity\b`,
      String.raw`\b(?:no|insufficient) capacity\b`,
      String.raw`\bexperiencing (?:\w+ )?(?:high|heavy) (?:demand|load|traffic)\b`,
      String.raw`\b529\b`,
      String.raw`\b503\b`,
      String.raw`\b(?:temporarily|service) unavailable\b`,
    ],
  },
];

/** The words for an outage at one of these places. */
export const outageWords = (outage: Outage, places: readonly OutagePlace[]): readonly string[] =>
  outageTable.filter((row) => row.outage === outage && places.includes(row.place)).flatMap(({ words }) => words);
