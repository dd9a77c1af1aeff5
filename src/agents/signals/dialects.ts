import { doyakenStatus } from "./dialects/doyaken-status.js";
import { exitSignal } from "./dialects/exit-signal.js";
import { exitStatus } from "./dialects/exit-status.js";
import type { DialectDefinition } from "./dialects/found.js";
import { jsonStatus } from "./dialects/json-status.js";
import { loopComplete } from "./dialects/loop-complete.js";
import { promise } from "./dialects/promise.js";
import { ralphStatus } from "./dialects/ralph-status.js";
import { refusal } from "./dialects/refusal.js";

/** Blocks first: a lone line inside a block belongs to the block. */
export const dialects: readonly DialectDefinition[] = [
  ralphStatus,
  doyakenStatus,
  jsonStatus,
  exitStatus,
  exitSignal,
  promise,
  loopComplete,
  refusal,
];
