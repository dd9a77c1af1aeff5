import { describe, expect, it } from "vitest";
import { defaultSettings } from "../../decide/settings-table.js";
import { markdownList } from "../../tasks/markdown/list.js";
import { chooseTasks, describeChoice, type TaskWish } from "./choose-tasks.js";

const plan = `# Plan

## Parser
- [ ] T1: Read the file
- [ ] T2: Read the header (depends on T1)
- [x] T3: Read the body

## Printer
- [ ] T4: Print
  - [ ] T4.1: Print totals
  - [ ] T4.2: Print rows
- [ ] T5: Print colours

### Optional
- [ ] T6: Print emoji

## Later
- [ ] T7: Telemetry
`;

const none: TaskWish = { only: [], skip: [], sections: [] };
const read = (text: string) => markdownList(defaultSettings)(text);

async function choose(wish: Partial<TaskWish>, text = plan) {
  const listing = await read(text);
  if (listing.is !== "tasks") throw new Error(listing.why);
  const chosen = chooseTasks({ ...none, ...wish }, { name: "TODO.md", listing, before: [] });
  const { tasks } = listing;
  const required = (chosen?.choice.apply(tasks) ?? tasks).filter(({ optional }) => !optional).map(({ id }) => id);
  return { required: required.join(" "), said: chosen ? describeChoice(chosen.choice, tasks) : [], chosen, tasks };
}

describe("the tasks a run is about", () => {
  it.each<{ wish: Partial<TaskWish>; required: string; said: string[] }>([
    { wish: {}, required: "T1 T2 T3 T4 T4.1 T4.2 T5", said: [] },
    {
      wish: { only: ["T1", "T5"] },
      required: "T1 T5",
      said: ["not in this run: T2, T4, T4.1, T4.2"],
    },
    {
      wish: { only: ["T2"] },
      required: "T2",
      said: ["also worked on, because a chosen task waits for it: T1", "not in this run: T4, T4.1, T4.2, T5"],
    },
    { wish: { only: ["T4"] }, required: "T4 T4.1 T4.2", said: ["not in this run: T1, T2, T5"] },
    { wish: { only: ["T4.1"] }, required: "T4.1", said: ["not in this run: T1, T2, T4, T4.2, T5"] },
    { wish: { only: ["T7"] }, required: "T7", said: ["not in this run: T1, T2, T4, T4.1, T4.2, T5"] },
    { wish: { only: ["T3"] }, required: "T3", said: ["not in this run: T1, T2, T4, T4.1, T4.2, T5"] },
    { wish: { skip: ["T5"] }, required: "T1 T2 T3 T4 T4.1 T4.2", said: ["not in this run: T5"] },
    { wish: { skip: ["T1"] }, required: "T3 T4 T4.1 T4.2 T5", said: ["not in this run: T1, T2"] },
    { wish: { skip: ["T4"] }, required: "T1 T2 T3 T5", said: ["not in this run: T4, T4.1, T4.2"] },
    { wish: { skip: ["T4.2"] }, required: "T1 T2 T3 T4.1 T5", said: ["not in this run: T4, T4.2"] },
    { wish: { sections: ["Parser"] }, required: "T1 T2 T3", said: ["not in this run: T4, T4.1, T4.2, T5"] },
    { wish: { sections: ["printer"] }, required: "T4 T4.1 T4.2 T5", said: ["not in this run: T1, T2"] },
    { wish: { sections: ["Optional"] }, required: "T6", said: ["not in this run: T1, T2, T4, T4.1, T4.2, T5"] },
    {
      wish: { sections: ["Later"], only: ["T5"] },
      required: "T5 T7",
      said: ["not in this run: T1, T2, T4, T4.1, T4.2"],
    },
    { wish: { sections: ["Printer"], skip: ["T5"] }, required: "T4 T4.1 T4.2", said: ["not in this run: T1, T2, T5"] },
  ])("$wish: $required", async ({ wish, required, said }) => {
    expect(await choose(wish)).toMatchObject({ required, said });
  });

  it.each<{ wish: Partial<TaskWish>; what: RegExp; where: string; fix: RegExp }>([
    {
      wish: { only: ["T44"] },
      what: /no task T44 in TODO.md/,
      where: "--only",
      fix: /did you mean T4\? known: T1, T2/,
    },
    { wish: { skip: ["X"] }, what: /no task X /, where: "--skip", fix: /known: T1/ },
    { wish: { sections: ["Printing"] }, what: /section "Printing"/, where: "--section", fix: /did you mean Printer\?/ },
    { wish: { only: ["T2"], skip: ["T1"] }, what: /is left to work on/, where: "--skip", fix: /T2/ },
    { wish: { only: ["T4.1"], skip: ["T4"] }, what: /is left to work on/, where: "--skip", fix: /T4\.1/ },
  ])("are refused: $wish", async ({ wish, what, where, fix }) => {
    await expect(choose(wish)).rejects.toMatchObject({
      what: expect.stringMatching(what),
      where,
      fix: expect.stringMatching(fix),
    });
  });

  it("can be named by position and by title where a list has no ids", async () => {
    const text = "- [ ] Read it\n- [ ] Print it\n- [ ] Send it\n";
    expect((await choose({ only: ["T2", "Send it"] }, text)).required).toBe("2 3");
    await expect(choose({ sections: ["Work"] }, text)).rejects.toMatchObject({ fix: expect.stringMatching(/--only/) });
  });

  it("points at the command that lists them where there are many", async () => {
    const text = Array.from({ length: 30 }, (_, at) => `- [ ] T${at + 1}: Do it\n`).join("");
    await expect(choose({ only: ["nothing"] }, text)).rejects.toMatchObject({
      fix: expect.stringMatching(/untildone tasks TODO\.md/),
    });
  });

  it("need a list", () => {
    expect(() => chooseTasks({ ...none, only: ["T1"] }, { name: "none", listing: { is: "none" }, before: [] })).toThrow(
      /no task list/,
    );
  });

  it("are the same tasks after an edit of the list, and in a resumed run", async () => {
    const { chosen } = await choose({ only: ["2"] }, "- [ ] Read it\n- [ ] Print it\n");
    const edited = await read("- [ ] First of all\n- [ ] Read it\n- [ ] Print it\n");
    if (edited.is !== "tasks") throw new Error(edited.why);
    const required = (tasks: typeof edited.tasks) =>
      tasks.filter(({ optional }) => !optional).map(({ title }) => title);
    expect(required(chosen?.choice.apply(edited.tasks) ?? [])).toEqual(["Print it"]);
    const terms = { name: "TODO.md", listing: edited, before: chosen?.named ?? [] };
    const again = chooseTasks({ ...none, only: ["2"] }, terms);
    expect(required(again?.choice.apply(edited.tasks) ?? [])).toEqual(["Print it"]);
  });

  it("include what a person adds, unless the tasks were named", async () => {
    const edited = await read("- [ ] Read it\n- [ ] Print it\n- [ ] Added\n");
    if (edited.is !== "tasks") throw new Error(edited.why);
    const count = async (wish: Partial<TaskWish>) => {
      const { chosen } = await choose(wish, "- [ ] Read it\n- [ ] Print it\n");
      return chosen?.choice.apply(edited.tasks).filter(({ optional }) => !optional).length;
    };
    expect([await count({ skip: ["1"] }), await count({ only: ["1"] })]).toEqual([2, 1]);
  });
});
