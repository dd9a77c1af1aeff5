import type { Io } from "../command.js";

/** A command's access to the outside if a page starts it: nobody types, and what it prints is its answer. */
export const makeProjectIo = ({ env, home }: Pick<Io, "env" | "home">, cwd: string): Io => ({
  cwd,
  env,
  home,
  isDashboard: true,
  isTerminal: false,
  isWatched: false,
  colour: false,
  width: 160,
  terminal: null,
  ask: null,
  stdin: readNothing(),
  out: () => undefined,
  err: () => undefined,
  live: () => undefined,
});

async function* readNothing(): AsyncGenerator<Uint8Array> {}
