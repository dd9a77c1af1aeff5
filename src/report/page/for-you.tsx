import type { ComponentChildren } from "preact";
import type { RefusedClaim } from "../run-report/run-report.js";
import { Steps } from "./command-chip.js";
import { useLinks } from "./links.js";
import { ClaimSides } from "./refused-claims.js";
import type { ReportData } from "./report-data.js";

export type PersonCase = ReportData["report"]["forYou"][number];

const words: Readonly<Record<PersonCase["is"], string>> = {
  question: "asks you",
  tampering: "the tests were tampered with",
  refused: "claimed, and refused",
  "set-aside": "set aside",
  "not-proven": "done, not proven",
  owed: "ticked without work",
  "changed-tests": "tests changed",
};

interface ForYouProps {
  readonly cases: readonly PersonCase[];
  readonly claims: readonly RefusedClaim[];
  readonly onShow: (n: number) => void;
  /** What a person can do about it on this page. */
  readonly action?: ((each: PersonCase) => ComponentChildren) | undefined;
}

/** What needs a person, once for each cause. */
export function ForYou({ cases, claims, onShow, action }: ForYouProps) {
  if (cases.length === 0) return null;
  return (
    <section aria-labelledby="for-you-title">
      <h2 id="for-you-title">
        For you <span class="count">{cases.length}</span>
      </h2>
      {cases.map((each) => (
        <Case
          key={`${each.is} ${each.cause}`}
          each={each}
          claim={claims.find(({ n }) => n === each.claim)}
          onShow={onShow}
        >
          {action?.(each)}
        </Case>
      ))}
    </section>
  );
}

/** Claims that no case shows: their tasks were done later, or the run goes on. */
export const settledClaims = (
  claims: readonly RefusedClaim[],
  cases: readonly PersonCase[],
): readonly RefusedClaim[] => {
  const shown = cases.filter(({ claim }) => claim !== null);
  return claims.filter(({ n, task }) => !shown.some(({ claim, tasks }) => claim === n || tasks.includes(task ?? "")));
};

interface CaseProps {
  readonly each: PersonCase;
  readonly claim: RefusedClaim | undefined;
  readonly onShow: (n: number) => void;
  readonly children: ComponentChildren;
}

function Case({ each: { cause, is, tasks, times, advice }, claim, onShow, children }: CaseProps) {
  const { to } = useLinks();
  return (
    <article class={`claim case ${is === "tampering" ? "bad" : "warn"}`}>
      <h3>
        <span class="pill">{words[is]}</span>
        {tasks.slice(0, 12).map((id) => (
          <a key={id} class="task" href={to(id)}>
            {id}
          </a>
        ))}
        {tasks.length > 12 && <span class="hint">and {tasks.length - 12} more</span>}
        {claim && (
          <span class="later">
            {times > 1 ? `${times} claims, the last in ` : ""}
            <button type="button" class="link" onClick={() => onShow(claim.n)}>
              Turn {claim.iteration}
            </button>
          </span>
        )}
      </h3>
      <p class="cause">{cause}</p>
      {claim && <ClaimSides claim={claim} />}
      {(advice || children) && (
        <div class="what-now">
          {advice && (
            <p>
              <Steps step={advice} />
            </p>
          )}
          {children}
        </div>
      )}
    </article>
  );
}
