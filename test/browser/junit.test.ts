import { spawnSync } from "node:child_process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Task } from "../../src/decide/tasks.js";
import { viewTasks } from "../../src/decide/tasks.js";
import { Workplace } from "../e2e/cli.js";
import { writeLongJournal } from "../report/sample-journal.js";
import { findChromium, openBrowser } from "./chromium.js";

/** What must not end an element, an attribute or the document, nor be read as an entity. */
const hostile: Readonly<Record<string, string>> = {
  "the end of CDATA": "]]> and <![CDATA[ x ]]>",
  markup: '</testcase></testsuites><!-- -- --> <?xml version="9"?> <!DOCTYPE x [<!ENTITY y "z">]> "quoted" \'too\'',
  entities: "&lt; &#0; &#x1; &#xFFFF; &y; & &amp;amp;",
  "control characters": `a${String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code))}\u007f\u0080\u0085\u009fz`,
  "colours and titles": "\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b31m",
  "halves of pairs": "\ud800 \udc00 \ud83d\ude00 \udc00\ud800 x\ud83d",
  "no characters": "\ufffe \uffff \ufdd0 \u{1fffe}",
  "ends of lines": "one\r\ntwo\rthree\u2028four\u2029five\tsix",
  "directions and spaces": "\u202ereversed\u202c \ufeff \u200b \u00a0",
};

/** What a reader of XML says about a document. */
interface Read {
  readonly error: string | null;
  readonly counted: string | null;
  readonly cases: readonly { readonly name: string; readonly message: string | null; readonly text: string }[];
}

const makeTasks = () => Object.entries(hostile).map(([name, text], at) => ({ id: `T${at}`, title: `${name} ${text}` }));

const makeChecks = () =>
  Object.entries(hostile).map(([name, text]) => ({
    ...{ name: `${name} ${text}`, state: "fails", required: true, source: "command" },
    ...{ detail: `${text}\n${text}`, failing: [text] },
  }));

const task: Task = {
  ...{ id: "T0", title: "", status: "todo", optional: false, line: 1 },
  ...{ dependsOn: [], acceptance: [], kind: null },
};

/** A journal that quotes these texts wherever it can. */
async function writeHostileJournal(place: Workplace): Promise<void> {
  await writeLongJournal(place, 2);
  const lines = place.read(".ralph/decisions.jsonl").trim().split("\n");
  const last = JSON.parse(lines.at(-1) ?? "");
  const all = Object.values(hostile).join(" ");
  const observation = {
    ...last.observation,
    tasks: { ...viewTasks([task], { is: "none" }), notDone: makeTasks() },
    evidence: makeChecks(),
  };
  const aside = { task: "T0", rule: "disputed", reason: all };
  const edited = {
    ...{ ...last, observation },
    decision: { ...last.decision, reason: all, setAside: aside },
    after: { ...last.after, setAside: [aside] },
  };
  place.write(".ralph/decisions.jsonl", `${lines[0]}\n${JSON.stringify(edited)}\n`);
}

/** It runs in the browser. */
const readXml = `(source) => {
  const document = new DOMParser().parseFromString(source, "application/xml");
  return {
    error: document.querySelector("parsererror")?.textContent ?? null,
    counted: document.documentElement.getAttribute("tests"),
    cases: [...document.querySelectorAll("testsuites > testsuite > testcase")].map((each) => ({
      name: each.getAttribute("name"),
      message: each.firstElementChild?.getAttribute("message") ?? null,
      text: each.textContent,
    })),
  };
}`;

let xml = "";
beforeAll(async () => {
  using place = new Workplace();
  await writeHostileJournal(place);
  const { code, out } = place.runProcess(["report", "--format", "junit"]);
  expect(code).toBe(0);
  xml = out;
});

const hasLint = spawnSync("xmllint", ["--version"]).status === 0;

it.skipIf(!hasLint)("is well-formed to xmllint, however hostile its texts", () => {
  const { status, stderr } = spawnSync("xmllint", ["--noout", "-"], { input: xml, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

const program = findChromium();

describe.skipIf(program === null)("JUnit in a browser's reader of XML", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(program ?? "");
  });
  afterAll(() => browser?.close());

  async function read(text: string): Promise<Read> {
    const page = await browser.newPage();
    try {
      return await page.evaluate(`(${readXml})(${JSON.stringify(text)})`);
    } finally {
      await page.close();
    }
  }

  it("is well-formed, and has as many cases as it says", async () => {
    const { error, counted, cases } = await read(xml);
    expect(error).toBeNull();
    expect(cases).toHaveLength(1 + 2 * Object.keys(hostile).length);
    expect(counted).toBe(String(cases.length));
  });

  it.each(Object.keys(hostile))("keeps %s within its case", async (name) => {
    const { cases } = await read(xml);
    expect(cases.filter((each) => each.name.includes(`${name} `))).toHaveLength(2);
  });

  it("shows the reader what was said, without what gives a terminal commands", async () => {
    const { cases } = await read(xml);
    const check = cases.find(({ name, message }) => name.includes("the end of CDATA") && message?.startsWith("]]>"));
    expect(check?.text).toContain("]]> and <![CDATA[ x ]]>");
    expect(cases.find(({ text }) => text.includes("&lt; &#0;"))?.text).toContain("&y; & &amp;amp;");
    expect(JSON.stringify(cases)).not.toMatch(/\\u001b|\\ud[89a-f]/);
    expect(JSON.stringify(cases)).toContain("😀");
  });

  it("would notice if a text were not escaped", async () => {
    expect((await read(xml.replace("]]&gt;", "</failure>"))).error).not.toBeNull();
    expect((await read(xml.replace("\ufffd", "\u0001"))).error).not.toBeNull();
  });
});
