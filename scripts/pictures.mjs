// Takes all pictures in docs and in the README anew: the report and the dashboard of a played run in Chromium, light and
// dark, and the live view in tmux (scripts/screenshot.mjs).
//   npm run pictures [-- --out FOLDER]   (docs)
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { chromium } from "playwright-core";

const cli = resolve("dist/cli.cjs");
const out = process.argv.includes("--out") ? process.argv[process.argv.indexOf("--out") + 1] : "docs";
const place = mkdtempSync(join(tmpdir(), "untildone-pictures-"));
const project = join(place, "shop");
const env = { PATH: process.env.PATH, HOME: place, XDG_STATE_HOME: join(place, "state"), LC_ALL: "C.UTF-8" };

const testOf = (name, expected) =>
  `import assert from "node:assert/strict";\nimport test from "node:test";\nimport { ${name} } from "../src/${name}.js";\ntest("${name}", () => assert.equal(${name}(2), ${expected}));\n`;
const work = (name, body, expected) => ({
  [`src/${name}.js`]: `export const ${name} = (n) => ${body};\n`,
  [`test/${name}.test.js`]: testOf(name, expected),
});
const files = {
  ".gitignore": ".ralph/\nnode_modules/\n",
  "TODO.md": [
    "- [x] T1: Set up the project",
    "- [ ] T2: Round the total of a cart once, at the end",
    "- [ ] T3: Print an order with its currency",
    "- [ ] T4: Sort the orders of a customer by date",
    "- [ ] T5: Export the orders as CSV",
    "",
  ].join("\n"),
  "package.json": JSON.stringify({ name: "shop", type: "module", scripts: { test: "node --test" } }),
  ...work("price", "n * 3", 6),
};
const claim = (say) => ({ say, status: { STATUS: "COMPLETE", EXIT_SIGNAL: "false" } });
const steps = [
  { write: work("total", "Math.floor(n)", 3), ...claim("Rounded once, and all tests pass.") },
  { write: work("total", "Math.round(n + 0.6)", 3), ...claim("The total is rounded at the end. T2 is done.") },
  { write: { "src/print.js": "export const print = (n) => n;\n" }, say: "I began with the currency." },
  { write: work("print", "n + ' EUR'", "'2 EUR'"), ...claim("Orders have their currency. T3 is done.") },
  claim("T4 is done."),
  claim("T4 is done, really."),
  { write: work("csv", "n + ','", "'2,'"), ...claim("Exported, with a test. T5 is done.") },
];

const run = (...words) => spawnSync(process.execPath, [cli, ...words], { cwd: project, env, encoding: "utf8" });

function play() {
  for (const [name, text] of Object.entries({ ...files, "../script.json": JSON.stringify({ steps }) })) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  const git = (...words) =>
    execFileSync("git", ["-C", project, "-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], { env });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "start");
  const words = ["--agent", "scripted", "--script", "../script.json", "--tasks", "TODO.md"];
  run("run", ...words, "--max-iterations", "12");
  const made = run("report", "-o", join(place, "report.html"));
  if (made.status !== 0) throw new Error(made.stderr);
}

/** The address that the dashboard prints. */
const listen = (dashboard) =>
  new Promise((done, fail) => {
    let printed = "";
    dashboard.stdout.on("data", (text) => {
      printed += text;
      const [url] = /http:\S+/.exec(printed) ?? [];
      if (url) done(url);
    });
    dashboard.on("exit", () => fail(new Error(`the dashboard ended: ${printed}`)));
  });

async function take(browser, url, { name, size }) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: size, colorScheme });
    await page.goto(url);
    await page.waitForSelector("#picture-title");
    await page.screenshot({ path: join(out, `${name}-${colorScheme}.png`) });
    await page.close();
  }
}

const found = spawnSync("sh", ["-c", "command -v chromium || command -v google-chrome"], { encoding: "utf8" });
const dashboards = [];
try {
  play();
  const dashboard = spawn(process.execPath, [cli, "dashboard", "--port", "0"], { cwd: project, env });
  dashboards.push(dashboard);
  const url = await listen(dashboard);
  const browser = await chromium.launch({ executablePath: found.stdout.trim(), args: ["--no-sandbox"] });
  await take(browser, `file://${join(place, "report.html")}`, { name: "report", size: { width: 1120, height: 1000 } });
  await take(browser, url, { name: "dashboard", size: { width: 1360, height: 940 } });
  await browser.close();
  execFileSync(process.execPath, ["scripts/screenshot.mjs", out], { stdio: "inherit" });
} finally {
  for (const dashboard of dashboards) dashboard.kill("SIGINT");
  rmSync(place, { recursive: true, force: true });
}
