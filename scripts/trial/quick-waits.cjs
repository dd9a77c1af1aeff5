// Loaded into the CLI of a trial: a wait that the run announces (a limit, an outage) takes no time. Every other timer
// keeps its time, and no clock is changed.
const fs = require("node:fs");

const announced = /"type":"(?:wait-start|agent-retry)"/;
const { writeSync } = fs;
const { setTimeout: startTimer } = globalThis;
let isWaiting = false;

fs.writeSync = (to, chunk, ...rest) => {
  if (to === 1 && announced.test(String(chunk))) isWaiting = true;
  return writeSync(to, chunk, ...rest);
};
globalThis.setTimeout = (act, ms, ...rest) => {
  const isAnnounced = isWaiting && ms >= 500;
  if (isAnnounced) isWaiting = false;
  return startTimer(act, isAnnounced ? 5 : ms, ...rest);
};
