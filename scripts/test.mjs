// `npm test`: types, lint and build beside each other, then the tests, which need the build.
import { spawn } from "node:child_process";

const started = performance.now();

/** Runs a script of package.json; what it prints is shown where it fails. */
function run(name) {
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", "--silent", name], { stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        printed += text;
      });
    child.on("close", (code) => {
      console.log(
        `${code === 0 ? "ok    " : "FAILED"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
      );
      if (code !== 0) console.log(printed);
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(["types", "lint", "build"].map(run));
if (results.includes(false)) process.exit(1);
const tests = spawn("npx", ["vitest", "run", "--project", "fast", ...process.argv.slice(2)], { stdio: "inherit" });
tests.on("close", (code) => process.exit(code ?? 1));
