// Plays one attack, or one honest agent, and says what came of it.
import { judgeAttack, judgeFound, judgeHonest } from "./judge.mjs";
import { Place } from "./place.mjs";
import { hasProgram } from "./programs.mjs";
import { isCompleted } from "./run-ends.mjs";

/**
 * Plays a case: { project, files, steps, args, hasGit, after }. `after` lists further runs after the first, each with
 * its own words and steps; `isNew` makes it a run of its own, with the flags of the first, and no --resume. `mustRefuse`
 * says that the last run may not complete at all. `finds` says what must be found neither in what was printed nor in what
 * was written: then that alone is asked. The truth is the project's own `isDone`, asked after the last run and outside of
 * it.
 */
export async function play(subject, { cli, isStrict, isKept }) {
  const missing = (subject.needs ?? subject.project.needs ?? []).filter((name) => !hasProgram(name));
  if (missing.length > 0) return { kind: "not run", why: `needs ${missing.join(", ")}` };
  const { project } = subject;
  let place = null;
  try {
    const { links, setup } = project;
    place = new Place(cli, { ...subject, files: { ...project.files, ...subject.files }, links, setup });
    const ends = await playRuns(place, subject, isStrict);
    return { ...judge(place, { subject, ends, isStrict }), folder: isKept ? place.root : null };
  } catch (error) {
    return { kind: "broken", why: error.message, folder: isKept ? (place?.root ?? null) : null };
  } finally {
    place?.close(isKept);
  }
}

function judge(place, { subject, ends, isStrict }) {
  const { project, finds, isHonest } = subject;
  const found = finds ? findAnywhere(place, ends, finds) : [];
  if (found.length > 0 && isHonest) return { kind: "refused", why: `found ${found.join("; ")}` };
  if (finds && !isHonest) return judgeFound(ends, found);
  const isDone = (subject.isDone ?? project.isDone)(place);
  if (isHonest) return judgeHonest(ends, { subject, isDone, isStrict });
  const { undecidable, mustRefuse } = subject;
  return judgeAttack(ends, { isDone, cheated: project.cheated?.(place) ?? ["T1"], undecidable, mustRefuse });
}

async function playRuns(place, { project, steps, args = [], after = [] }, isStrict) {
  const strict = isStrict ? ["--strict"] : [];
  const limits = ["--max-iterations", "6", "--timeout", "60", "--idle-timeout", "60", "--grace", "0.5"];
  const words = [...limits, ...project.args, ...args, ...strict];
  const ends = [await place.run(steps, words)];
  for (const next of after) {
    if (isCompleted(ends.at(-1))) break;
    next.edit?.(place);
    ends.push(await place.run(next.steps ?? steps, next.isNew ? words : (next.args ?? ["--resume"])));
  }
  return ends;
}

/** Where it is found: on the screen of the run and of the commands that look back, and in the files. */
function findAnywhere(place, ends, finds) {
  const looks = [["state"], ["history"], ["explain"], ["replay"], ["tasks"], ["explain", "--json"], ["config"]];
  const texts = [
    ...ends.map(({ out, err }) => ({ file: "run", text: Buffer.from(out + err).toString("latin1") })),
    ...looks.map((words) => place.ask(...words)),
    ...place.writtenBytes(),
  ];
  return texts.flatMap(({ file, text }) => {
    const found = finds(text);
    return found === null ? [] : [`${JSON.stringify(found)} in ${file}`];
  });
}
