import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { doneClaim } from "../ask.js";
import { jsonLines, Workplace } from "./cli.js";

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
