import { spawn } from "node:child_process";
import { appendFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { compileCommand } from "../../src/cli/load-command.js";
import { doneClaim } from "../ask.js";
import { jsonLines, Workplace } from "./cli.js";

const bundles = fileURLToPath(new URL("../../dist/cli", import.meta.url));
const commands = readdirSync(bundles)
  .filter((file) => file.endsWith(".cache"))
  .map((file) => file.slice(0, -".cache".length));

describe("the code cache", () => {
  it.each(commands)("of %s is taken by the Node that built it", (name) => {
    const { command, script } = compileCommand(bundles, name);
    expect(command.name).toBe(name);
    expect(script.cachedDataRejected).toBe(false);
  });
});

it("reads a file that grows as fast as it can be read to its end of now", () => {
  const place = new Workplace();
  const file = place.write("log.txt", `${doneClaim}${"I changed a file.\n".repeat(200_000)}`);
  const writer = spawn(process.execPath, [
    "-e",
    `const fs=require("fs");for(;;)fs.appendFileSync(${JSON.stringify(file)},"more\\n".repeat(1000))`,
  ]);
  onTestFinished(() => {
    writer.kill("SIGKILL");
    place[Symbol.dispose]();
  });
  appendFileSync(file, "still growing\n");
  const { code, out } = place.runProcess(["analyze", file]);
  expect(code).toBe(0);
  expect(jsonLines(out)).toMatchObject([{ format: "text" }]);
});
