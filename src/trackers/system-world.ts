import { detectEncoding } from "../base/decode.js";
import { now } from "../system/clock.js";
import { pathResolve } from "../system/folder.js";
import { askServer } from "../system/http.js";
import { decodeHeld } from "../system/long-text.js";
import { pause } from "../system/pause.js";
import { changeFile } from "../system/replace-file.js";
import { runProgram } from "../system/run-program.js";
import { isFolderAt, moveFile, readAny, readEntries } from "../system/task-files.js";
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
