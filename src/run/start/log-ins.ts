import type { Agent } from "../../agents/agent.js";
import { findLogIn, mayBeInKeychain } from "../../agents/start/log-in.js";
import type { RunOptions } from "./options.js";

/** Warns before the first turn: an agent may retry for minutes before it says that nobody is logged in. */
export const missingLogIns = (agents: readonly Agent[], user: Pick<RunOptions, "env" | "home">): readonly string[] =>
  mayBeInKeychain(process.platform)
    ? []
    : agents.flatMap(({ name, logInSigns, setUp }) =>
        logInSigns && setUp && !findLogIn(logInSigns, user)
          ? [`no log-in of ${name} was found; if it fails, log in with: ${setUp.logIn}`]
          : [],
      );
