import { useState } from "preact/hooks";
import type { RefusedClaim } from "../run-report/run-report.js";
import { CheckList } from "./check-list.js";

const firstShown = 5;

/** The agent's claim on the left, what spoke against it on the right. */
export function RefusedClaims(props: {
  claims: readonly RefusedClaim[];
  onShow: (n: number) => void;
  isPrinting: boolean;
}) {
  const { claims, onShow, isPrinting } = props;
  const [limit, setLimit] = useState(firstShown);
  if (claims.length === 0) return null;
  const newest = claims.toReversed();
  const shown = newest.slice(0, isPrinting ? 100 : limit);
  return (
    <section aria-labelledby="refused-title">
      <h2 id="refused-title">
        Refused claims <span class="count">{claims.length}</span>
        <span class="hint">the newest first</span>
      </h2>
      {shown.map((claim) => (
        <Claim key={claim.n} claim={claim} onShow={onShow} />
      ))}
      {shown.length < claims.length && (
        <button type="button" class="more" onClick={() => setLimit(limit + 20)}>
          Show {Math.min(20, claims.length - shown.length)} more of {claims.length - shown.length}
        </button>
      )}
    </section>
  );
}

function Claim({ claim, onShow }: { claim: RefusedClaim; onShow: (n: number) => void }) {
  const { n, iteration, task, later } = claim;
  return (
    <article class="claim">
      <h3>
        <button type="button" class="link" onClick={() => onShow(n)}>
          Turn {iteration}
        </button>
        {task !== null && <span class="task">{task}</span>}
        {later !== "" && <span class="later">{later}</span>}
      </h3>
      <ClaimSides claim={claim} />
    </article>
  );
}

export function ClaimSides({ claim }: { claim: Pick<RefusedClaim, "words" | "signals" | "reasons" | "checks"> }) {
  const { words, signals, reasons, checks } = claim;
  return (
    <div class="sides">
      <div class="said">
        <h4>The agent said</h4>
        {words !== null && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
          <blockquote tabIndex={0}>{withoutBlock(words)}</blockquote>
        )}
        {signals.map((signal) => (
          <p class="signal" key={signal}>
            {signal}
          </p>
        ))}
        {words === null && signals.length === 0 && <p class="quiet">Its words were not saved.</p>}
      </div>
      <div class="evidence">
        <h4>The evidence</h4>
        {reasons.map((reason) => (
          <p class="reason" key={reason}>
            {reason}
          </p>
        ))}
        <CheckList checks={checks} />
      </div>
    </div>
  );
}

/** The status block is shown as a signal. */
const withoutBlock = (words: string): string => words.replace(/^---(\w+)---[\s\S]*$/m, "").trim() || words;
