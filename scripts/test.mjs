// `npm test`: lint and build, then the tests, which need the build, with the types checked in parallel.
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

function runTests() {
  const words = ["vitest", "run", "--project", "fast", ...process.argv.slice(2)];
  const tests = spawn("npx", words, { stdio: "inherit" });
  return new Promise((resolve) => tests.on("close", (code) => resolve(code === 0)));
}

const types = run("types");
const prepared = await Promise.all(["lint", "build"].map(run));
if (prepared.includes(false)) process.exit(1);
const results = await Promise.all([runTests(), types]);
if (!results[1]) console.log("FAILED types: see above");
process.exit(results.includes(false) ? 1 : 0);
