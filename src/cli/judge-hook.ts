import { isNothingAsked } from "../hook/nothing-asked.js";
import { mayHaveSession } from "../hook/session.js";
import { whyNotJudged } from "../hook/skip-stop.js";
import { allow, type StopAnswer, type StopRequest } from "../hook/stop-request.js";
import type { ParsedArgs } from "./command.js";
import { configFlags } from "./flags/config-flags.js";
import type { HookTerms } from "./hook-terms.js";

/** Most stops are none of ours, or in a project that asks for nothing: what judges the others is loaded for them. */
export async function judgeHook(request: StopRequest, terms: HookTerms): Promise<StopAnswer> {
  const { args, io, cwd } = terms;
  const skipped = whyNotJudged(request, { subagents: args.flag("subagents"), env: io.env });
  if (skipped !== null) return allow(skipped);
  const owner = { env: io.env, home: io.home };
  // A goal that was removed is asked about in the session that was held to it.
  if (!hasConfigFlags(args) && isNothingAsked(cwd, owner) && !mayHaveSession(cwd, owner, request)) return nothingAsked;
  const { judgeAtPlace } = await import("./judge-place.js");
  return (await judgeAtPlace(request, terms)) ?? nothingAsked;
}

const nothingAsked = allow("nothing is asked for here");

const hasConfigFlags = (args: ParsedArgs): boolean =>
  Object.keys(configFlags).some((name) => args.texts(name).length > 0);
