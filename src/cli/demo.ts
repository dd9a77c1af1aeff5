import type { Command } from "./command.js";

export const demo: Command = {
  name: "demo",
  summary: "watch it decide",
  usage: "demo",
  about: "x",
  flags: {},
  examples: [],
  run: async () => 0,
};
