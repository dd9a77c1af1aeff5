import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Task } from "../../decide/tasks.js";
import { readLedger, saveLedger } from "../../run/records/ledger.js";
import { seePerson, startList } from "./list-ledger.js";
import { newLedger, type WorkLedger } from "./work-ledger.js";

const run = "20260101-000000-abcdef";
const count = 1_000;
const task = (at: number): Task => ({
  id: String(at),
  title: `task ${at}`,
  status: at < count / 2 ? "done" : "todo",
  optional: false,
  line: at,
  dependsOn: [],
  acceptance: [],
  kind: null,
  parent: at % 2 === 1 ? String(at - 1) : null,
});
const tasks = Array.from({ length: count }, (_, at) => task(at));
const tick = (list: readonly Task[], at: number): readonly Task[] => list.with(at, { ...task(at), status: "done" });

let path = "";
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "untildone-ledger-"));
});
afterEach(() => rmSync(path, { recursive: true }));

const folder = () => ({ path, project: "/p" });
const bases = (): readonly string[] => readdirSync(path).filter((name) => name.includes(".tasks-"));
const work = (): string => join(path, `${run}.work.json`);

describe("the ledger of a long list", () => {
  it("is read as it was saved, with lists that grew, changed and became shorter", () => {
    let ledger: WorkLedger = { ...newLedger([], []), list: startList(tasks) };
    let list: readonly Task[] = tasks;
    const check = (): void => {
      expect(saveLedger(folder(), run, ledger)).toBeNull();
      expect(readLedger(folder(), run)).toEqual(JSON.parse(JSON.stringify(ledger)));
    };
    check();
    for (let at = 500; at < 530; at++) {
      list = tick(list, at);
      ledger = { ...ledger, list: seePerson(ledger.list, list) };
      check();
    }
    ledger = { ...ledger, list: seePerson(ledger.list, list.slice(300)) };
    check();
    ledger = { ...ledger, list: seePerson(ledger.list, [{ ...task(0), status: "todo" }, ...list.slice(300)]) };
    check();
  });

  it("is not written as a whole for each tick", () => {
    const ledger = { ...newLedger([], []), list: startList(tasks) };
    saveLedger(folder(), run, ledger);
    const before = bases();
    saveLedger(folder(), run, { ...ledger, list: seePerson(ledger.list, tick(tasks, 500)) });
    expect(bases()).toEqual(before);
    expect(statSync(work()).size).toBeLessThan(5_000);
  });

  it("is not believed if one of its lists was changed or is gone", () => {
    saveLedger(folder(), run, { ...newLedger([], []), list: startList(tasks) });
    for (const name of bases()) {
      const file = join(path, name);
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace("task 1", "task 2"));
      expect(readLedger(folder(), run)).toBeNull();
      rmSync(file);
      expect(readLedger(folder(), run)).toBeNull();
      writeFileSync(file, text);
      expect(readLedger(folder(), run)).not.toBeNull();
    }
  });
});
