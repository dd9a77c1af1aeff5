import { pathResolve } from "../lib/files/folder.js";
import { changeFile } from "../lib/files/replace-file.js";
import { isFolderAt, moveFile, readAny, readEntries } from "../lib/files/task-files.js";
import { askServer } from "../lib/net/http.js";
import { runProgram } from "../lib/process/run-program.js";
import { detectEncoding } from "../lib/text/decode.js";
import { decodeHeld } from "../lib/text/long-text.js";
import { now } from "../lib/time/clock.js";
import { pause } from "../lib/time/pause.js";
import type { World } from "./world.js";

const programTimeoutMs = 60_000;

/** The world as it is. */
export function systemWorld(cwd: string, env: World["env"]): World {
  const at = (path: string): string => pathResolve(cwd, path);
  return {
    env,
    read: (path) => readAny(at(path)),
    isFolder: (path) => isFolderAt(at(path)),
    change: (path, change) =>
      changeFile(at(path), (bytes) => change({ bytes, text: decodeHeld(bytes), encoding: detectEncoding(bytes) })),
    entries: (path) => readEntries(at(path)),
    move: (from, to) => moveFile(at(from), at(to)),
    run: (program, words) => runProgram(program, words, { cwd, env, timeoutMs: programTimeoutMs }),
    ask: askServer,
    now,
    sleep: pause,
  };
}
