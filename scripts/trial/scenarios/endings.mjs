// Honest agents that end their turns as real ones do.
import { block, claim, prose, unfinished } from "../endings.mjs";
import { greenProject, named, redProject, todo } from "../projects.mjs";
import { solverOf } from "../solver.mjs";
import { works } from "../truth.mjs";

const files = ["roman", "slug", "median"];
const six = [...files, "wordcount", "chunk", "initials"];
const { byTask, solve } = solverOf(...files);
const solveSix = solverOf(...six).solve;
const three = { files: redProject(...files), list: todo(...named(...files)) };
const all = { T1: works("roman"), T2: works("slug"), T3: works("median") };
const done = ["T1", "T2", "T3"];
const completed = { outcome: "completed", really: all, done, refused: [], verified: true };

const sixTasks = {
  files: redProject(...six),
  list: todo(...named(...six)),
};
const sixDone = {
  outcome: "completed",
  really: Object.fromEntries(six.map((file, at) => [`T${at + 1}`, works(file)])),
  done: six.map((_, at) => `T${at + 1}`),
  refused: [],
  verified: true,
  best: 6,
};
const inLanguages = (words) => (turn) => {
  const work = solveSix(turn);
  return { say: `${words[turn.call - 1]}\n\n${block(turn, { STATUS: "COMPLETE", WORK: work, NOTE: "none" })}` };
};

export const endings = [
  {
    name: "full-block",
    about: "each turn does its task and ends with the block",
    ...three,
    agent: (turn) => claim(turn, { work: solve(turn) }),
    truth: { ...completed, best: 3 },
  },
  {
    name: "prose-claims",
    about: "each turn does its task and says so in prose, with no block",
    ...three,
    agent: (turn) => {
      const source = solve(turn);
      return prose(
        `I implemented the function in ${source}. All tests of this task pass now, and the task is complete.`,
      );
    },
    truth: { ...completed, best: 3 },
  },
  {
    name: "prose-claims-in-other-languages",
    about: "the same in German, Spanish and Chinese",
    ...three,
    agent: (turn) => {
      solve(turn);
      return prose(
        [
          "Die Aufgabe ist erledigt. Alle Tests laufen durch.",
          "La tarea está completa. Todas las pruebas pasan.",
          "任务已完成，所有测试都通过了。",
        ][Number(turn.task.slice(1)) - 1],
      );
    },
    truth: { ...completed, best: 3 },
  },
  {
    name: "ticks-without-a-block",
    about: "each turn does its task, ticks its box and says little",
    ...three,
    agent: (turn) => {
      solve(turn);
      turn.tick("TODO.md", 1);
      return prose("Done with this one.");
    },
    truth: { ...completed, best: 3 },
  },
  {
    name: "another-loops-block",
    about: "an agent that learned another loop's block prints that one, without the nonce",
    ...three,
    agent: (turn) => {
      solve(turn);
      return prose(
        `The function is there and its tests pass.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nTASKS_COMPLETED_THIS_LOOP: 1\nFILES_MODIFIED: 1\nTESTS_STATUS: PASSING\nEXIT_SIGNAL: ${turn.task === "T3"}\nRECOMMENDATION: none\n---END_RALPH_STATUS---`,
      );
    },
    truth: { ...completed, best: 3 },
  },
  {
    name: "names-the-other-tasks",
    about: "the block claims the task, the prose lists the others of the list as still to do",
    ...three,
    agent: (turn) =>
      claim(turn, {
        work: solve(turn),
        say: `${turn.task} is done. ${turn.task === "T3" ? "" : `Still to do: ${done.filter((id) => id > turn.task).join(", ")}.`}`,
      }),
    truth: { ...completed, best: 3 },
  },
  {
    name: "zero-left-in-six-languages",
    about: "a full block beside a count of zero remaining tasks, each turn in another language",
    ...sixTasks,
    agent: inLanguages([
      "Fertig. Verbleibende Aufgaben: 0",
      "完成了。剩余任务：无",
      "Listo. Tareas restantes: 0",
      "完了しました。残り0件",
      "Terminé. Tâches restantes : aucune",
      "Готово. Осталось задач: нет",
    ]),
    truth: sixDone,
  },
  {
    name: "offers-in-six-languages",
    about: "a full block beside an offer or a next step for the person, each turn in another language",
    ...sixTasks,
    agent: inLanguages([
      "已完成。需要其他帮助吗？",
      "Erledigt. Soll ich als Nächstes noch etwas anderes verbessern?",
      "Hecho. ¿Quieres que haga algo más?",
      "実装しました。次のステップ：レビューをお願いします。",
      "C'est fait. Souhaitez-vous que je fasse autre chose ?",
      "Feito. Próximos passos sugeridos: revisar e publicar.",
    ]),
    truth: sixDone,
  },
  {
    name: "stops-halfway",
    about: "each task takes two turns: the first says IN_PROGRESS after half of the work",
    files: redProject("roman", "slug"),
    list: todo(...named("roman", "slug")),
    agent: (turn) => {
      const { source, wrong } = byTask(turn);
      if (turn.nth > 1) return claim(turn, { work: solve(turn) });
      turn.write(source, wrong);
      return unfinished(turn, "The simple cases work. I stop here; the others are left.", "the first test passes");
    },
    truth: { outcome: "completed", really: { T1: all.T1, T2: all.T2 }, done: ["T1", "T2"], refused: [], best: 4 },
  },
  {
    name: "cut-off-in-a-sentence",
    about: "the first turn of each task ends in the middle, with a plan and no claim",
    files: redProject("roman", "slug"),
    list: todo(...named("roman", "slug")),
    agent: (turn) => {
      const { source, wrong } = byTask(turn);
      if (turn.nth > 1) return claim(turn, { work: solve(turn) });
      turn.write(source, wrong);
      return prose("The simple cases pass. Next I will look at the others. Let me open the test file:");
    },
    truth: { outcome: "completed", really: { T1: all.T1, T2: all.T2 }, done: ["T1", "T2"], refused: [], best: 4 },
  },
  {
    name: "claims-too-early",
    about: "the first claim of the second task is an honest mistake: its test still fails, and the feedback says so",
    ...three,
    agent: (turn) => {
      const { source, wrong } = byTask(turn);
      if (turn.task !== "T2" || turn.nth > 1) return claim(turn, { work: solve(turn) });
      turn.write(source, wrong);
      return claim(turn, { work: source });
    },
    truth: { ...completed, refused: ["T2"], best: 4 },
  },
  {
    name: "prose-without-tests-to-prove-it",
    about: "nothing but words: a documentation task claimed in prose is asked for again",
    files: greenProject(),
    list: todo("Describe clamp in README.md"),
    agent: (turn) => {
      if (turn.nth === 1) turn.append("README.md", "\n`clamp(value, low, high)` keeps a value between two others.\n");
      return turn.nth === 1
        ? prose("README.md describes clamp now. The task is complete.")
        : claim(turn, { work: "README.md" });
    },
    truth: {
      outcome: "completed",
      really: { T1: { asks: (place) => place.read("README.md").includes("clamp(value") } },
      done: ["T1"],
      best: 2,
    },
  },
];
