import { describe, expect, it } from "vitest";
import type { NewWords } from "../../decide/words.js";
import { readMarkdownTasks } from "../../tasks/markdown/read-markdown.js";
import { PersonWords } from "./person-words.js";
import type { RunEvent } from "./run-event.js";

function open(markdown: string, over: string | null = null) {
  const emitted: RunEvent[] = [];
  const saved: NewWords[] = [];
  const words = new PersonWords({
    emit: (event) => emitted.push(event),
    save: (each) => ({ ...each, id: saved.push(each) }),
    over,
  });
  const see = (text: string, setAside: readonly string[] = []): void =>
    words.seeTasks(readMarkdownTasks(text, []).tasks, setAside);
  see(markdown, ["T3"]);
  words.setAtWork(["T1"]);
  return { words, emitted, saved, see };
}

const list = "- [ ] T1: one\n- [ ] T2: two\n- [ ] T3: three\n- [x] T4: four\n- [!] T5: five\n- [ ] ~~T6: six~~\n";

describe("tell", () => {
  it.each([
    { task: undefined, ok: true, says: "the next prompt of T1 will have this" },
    { task: "T2", ok: true, says: "the next prompt of T2 will have this" },
    { task: "T3", ok: true, says: "T3 was set aside and is tried again: the next prompt of T3 will have this" },
    { task: "T4", ok: false, says: "T4 is done: no prompt of it will come" },
    { task: "T5", ok: true, says: "T5 is blocked in the list: its first prompt will have this" },
    { task: "T6", ok: false, says: "T6 is skipped: no prompt of it will come" },
    { task: "T7", ok: false, says: "there is no task T7 in the list" },
  ])("for $task: $says", ({ task, ok, says }) => {
    const { words, saved } = open(list);
    const reply = words.tell("use v2", task === undefined ? {} : { task });
    expect(reply.ok).toBe(ok);
    expect(reply.message).toContain(says);
    expect(saved).toHaveLength(ok ? 1 : 0);
  });

  it("says what the next prompt of a run that is over will be", () => {
    expect(open(list, "the run is stopping").words.tell("use v2").message).toBe(
      "the run is stopping: the first prompt of T1 after untildone run --resume will have this",
    );
  });

  it("names no task without a list", () => {
    const words = new PersonWords({ emit: () => undefined, save: (each) => ({ ...each, id: 1 }), over: null });
    expect(words.tell("use v2", { task: "T1" })).toMatchObject({ ok: false });
    expect(words.tell("use v2").message).toBe("the next prompt will have this");
  });
});

describe("words that wait", () => {
  it("count for their task until a prompt has them, and again if its turn failed", () => {
    const { words } = open(list);
    words.tell("use v2");
    expect([words.countFor("T1"), words.countFor("T2"), words.countFor(null)]).toEqual([1, 0, 0]);
    const given = words.give("T1");
    expect([words.countFor("T1"), words.waiting.length]).toEqual([0, 1]);
    words.takeBack(given);
    expect(words.countFor("T1")).toBe(1);
    words.markUsed(words.give("T1"));
    expect(words.waiting).toEqual([]);
  });

  it("of a file hold nothing", () => {
    const { words } = open(list);
    words.tell("use v2", { from: "file" });
    expect([words.countFor("T1"), words.listFor("T1").length]).toEqual([0, 1]);
  });

  it("follow a task whose number changes", () => {
    const { words, see } = open("- [ ] one\n- [ ] two\n");
    words.tell("use v2", { task: "2" });
    see("- [ ] new\n- [ ] one\n- [ ] two\n");
    expect([words.countFor("2"), words.countFor("3")]).toEqual([0, 1]);
  });

  it("are told of, once, if their task is done", () => {
    const { words, emitted, see } = open(list);
    words.tell("use v2", { task: "T2" });
    see(list.replace("[ ] T2", "[x] T2"));
    see(list.replace("[ ] T2", "[x] T2"));
    expect(words.waiting).toEqual([]);
    expect(emitted.filter(({ type }) => type === "warning")).toHaveLength(1);
  });
});

describe("questions", () => {
  it("are kept once each, closed with their task, and answered together or by task", () => {
    const { words, saved } = open(list);
    const asked = [
      { task: "T1", text: "Which port?" },
      { task: "T2", text: "Which host?" },
      { task: "T3", text: "Which user?" },
    ];
    words.note(asked);
    words.note(asked.slice(0, 1));
    expect(words.questions).toEqual(asked);
    words.close(["T3"]);
    expect(words.answer("x", "T3")).toMatchObject({ ok: false });
    expect(words.answer("8080", "T1").message).toBe('the next prompt of T1 will have the answer to "Which port?"');
    expect(words.questions).toEqual([asked[1]]);
    expect(words.answer("localhost").ok).toBe(true);
    expect(words.answer("again")).toMatchObject({ ok: false });
    expect(saved.map(({ task, question }) => [task, question?.text])).toEqual([
      ["T1", "Which port?"],
      ["T2", "Which host?"],
    ]);
  });
});
