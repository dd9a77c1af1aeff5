import { UserError } from "../../lib/errors.js";
import { plural } from "../../lib/text/plural.js";
import { now } from "../../lib/time/clock.js";
import { readOutcomes } from "../../run/learning/read-outcomes.js";
import type { Grade } from "../../store/person-records.js";
import { Store } from "../../store/store.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { exportOutcomes } from "../grading/export-outcomes.js";
import { findGraded } from "../grading/find-graded.js";
import { listOutcomes } from "../grading/list-outcomes.js";
import { scanReverts } from "../grading/scan-reverts.js";
import { stateFolder } from "../judging.js";
import { findOwnName } from "../own-name.js";

export const grade: Command = {
  name: "grade",
  findsProject: "flags",
  usage: 'grade [TASK|RUN right|wrong ["WHY"]] [options]',
  about:
    "Records how work turned out: whether a task of the last run that had it, or a whole run, was right or wrong. The last grade counts, and an earlier one that says otherwise is still shown. untildone accept counts as right, untildone undo as wrong, and --scan finds commits that were reverted.\n\nWithout a task or run it lists what is graded. untildone calibrate learns from it.",
  flags: {
    run: { type: "string", value: "ID", help: "the run of the task (default: the last one that had it)" },
    scan: { type: "boolean", help: "grade tasks as wrong whose checkpoint was reverted in git" },
    export: { type: "boolean", help: "print graded decisions in the format of untildone eval" },
    json: { type: "boolean", help: "print JSON lines" },
    ...folderFlags,
  },
  maxPositionals: 3,
  choices: [],
  examples: ["untildone grade T2 right", 'untildone grade T3 wrong "rounds down"', "untildone grade --scan"],
  async run(args, io) {
    const folder = stateFolder(readConfig(args, io), io);
    if (args.flag("scan")) return scanReverts(folder, io);
    if (args.flag("export")) return exportOutcomes(folder, io);
    if (args.words.length === 0) return listOutcomes(folder, { isJson: args.flag("json"), io });
    return gradeOne(folder, args, io);
  },
};

async function gradeOne(folder: string, args: ParsedArgs, io: Io): Promise<number> {
  const [target = "", word, why] = args.words;
  const is = readWord(word, target);
  const graded = findGraded(readOutcomes(folder).claims(), target, args.text("run"));
  const store = Store.open({ folder, command: "grade", now: now() });
  try {
    const said: Grade = {
      ...{ task: graded.task, is, why: why?.trim() || null },
      ...{ by: await findOwnName(io.cwd), from: io.isDashboard ? "dashboard" : "person" },
    };
    store.append({ kind: "grade", at: new Date(now()).toISOString(), run: graded.run, ...said });
    store.snapshot();
  } finally {
    store.close();
  }
  const { outcomes, contradicted } = countAfter(folder, graded);
  io.out(
    `${graded.task ?? "the run"} of run ${graded.run} is graded ${is}${contradicted ? ", against what was said before" : ""}\n`,
  );
  io.out(`${plural(outcomes, "outcome")} graded; untildone calibrate shows what they say\n`);
  return 0;
}

function readWord(word: string | undefined, target: string): Grade["is"] {
  if (word === "right" || word === "wrong") return word;
  throw new UserError({
    what:
      word === undefined ? `say how ${target} turned out` : `a grade is right or wrong, not ${JSON.stringify(word)}`,
    where: "untildone grade",
    fix: `untildone grade ${target} right, or: untildone grade ${target} wrong "why"`,
  });
}

function countAfter(folder: string, { run, task }: { readonly run: string; readonly task: string | null }) {
  const outcomes = readOutcomes(folder).outcomes();
  const own = outcomes.find(({ claim }) => claim.run === run && (task === null || claim.task === task));
  return { outcomes: outcomes.length, contradicted: own?.contradicts != null };
}
