import { describe, expect, it } from "vitest";
import { phantomKinds } from "../../src/evidence/audit/audited-task.js";
import { Workplace } from "../e2e/cli.js";
import { makeList } from "./made-lists.js";

/** A sample; all 64 with UNTILDONE_LISTS=64. */
const count = Number(process.env["UNTILDONE_LISTS"] ?? 16);

describe("the audit of lists whose truth is known", () => {
  it(`finds the phantoms of ${count} lists, and calls no honest tick one`, async () => {
    const missed: string[] = [];
    const wronged: string[] = [];
    const byKind = new Map<string, { found: number; all: number; named: number }>();
    let honest = 0;
    for (let seed = 0; seed < count; seed++) {
      using place = new Workplace();
      const { list, truth } = makeList(place.path, seed);
      const { out, code, err } = await place.run(["audit", list, "--json"]);
      expect(code, err).toBe(1);
      const { tasks } = JSON.parse(out);
      expect(tasks).toHaveLength(truth.size);
      for (const { id, verdict, kind, title, evidence } of tasks) {
        const is = truth.get(id) ?? "honest";
        const told = `${seed} ${title}: ${verdict} ${kind} ${evidence.join("; ")}`;
        if (is === "honest") {
          honest++;
          if (verdict === "phantom") wronged.push(told);
          continue;
        }
        const counted = byKind.get(is) ?? { found: 0, all: 0, named: 0 };
        byKind.set(is, {
          found: counted.found + Number(verdict === "phantom"),
          all: counted.all + 1,
          named: counted.named + Number(kind === is),
        });
        if (verdict !== "phantom") missed.push(`${is}: ${told}`);
      }
    }
    console.info(
      `${count} lists, ${honest} honest ticks, ${wronged.length} called phantom`,
      Object.fromEntries(byKind),
    );
    expect(new Set(byKind.keys())).toEqual(new Set(phantomKinds));
    const phantoms = [...byKind.values()].reduce((sum, { all }) => sum + all, 0);
    expect(missed.length / phantoms, missed.join("\n")).toBeLessThanOrEqual(0.1);
    expect(wronged.length / honest, wronged.join("\n")).toBeLessThanOrEqual(0.02);
  }, 600_000);
});
