import { UserError } from "../../lib/errors.js";
import type { SandboxPlan } from "./sandbox.js";

interface Vanishing {
  /** What its client said at its end; null if the container goes on and does not do what it is told. */
  readonly ended: string | null;
  /** What the engine said. */
  readonly cause: string;
}

/** No fault of a task: no turn can be had any more. A limit that was reached is no fault of the engine either. */
export function vanished(plan: Pick<SandboxPlan, "kind" | "limits">, vanishing: Vanishing): UserError {
  const { why, fix } = explain(plan, vanishing);
  return new UserError({
    what: `the sandbox is gone: ${why}`,
    where: `--sandbox ${plan.kind}`,
    fix: `${fix}, then: untildone run --resume`,
  });
}

function explain(
  { kind, limits: { memory, processes } }: Pick<SandboxPlan, "kind" | "limits">,
  { ended, cause }: Vanishing,
): { readonly why: string; readonly fix: string } {
  if (ended !== null && wasKilled.test(ended) && memory !== null)
    return {
      why: `its container was killed (${ended}), as it is when it needs more memory than --sandbox-memory ${memory}`,
      fix: "if nobody removed it, raise --sandbox-memory or have the agent do less at once",
    };
  if (ended === null && processes !== null && processes > 0 && !lostEngine.test(cause))
    return {
      why: `nothing more can be started in its container (${cause}), as when it has all the processes of --sandbox-processes ${processes}`,
      fix: "see what the agent starts, or raise --sandbox-processes",
    };
  return {
    why: `its container ended or does not answer (${ended ?? cause})`,
    fix: `see that ${kind} runs and that nobody removes its containers`,
  };
}

/** By the kernel, or by somebody. */
const wasKilled = /\b137\b|SIGKILL/;

/** What engines say of a container that is not there, or if they are not there themselves. */
const lostEngine =
  /no such container|no container with|not running|cannot connect|gave no answer|is not found|removal/i;
