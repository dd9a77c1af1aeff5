// An agent's way to do pieces of work, by the number of its task.
import { pieces } from "./pieces.mjs";

export function solverOf(...files) {
  const byTask = ({ task }) => pieces[files[Number(task.slice(1)) - 1]];
  return {
    byTask,
    /** Writes what the task asks for; gives the file. */
    solve(turn) {
      const { source, right } = byTask(turn);
      turn.write(source, right);
      return source;
    },
    /** Writes it with its tests; gives the files as WORK names them. */
    solveWithTests(turn) {
      const { source, right, testFile, test } = byTask(turn);
      turn.writeAll({ [source]: right, [testFile]: test });
      return `${source}, ${testFile}`;
    },
  };
}

/** The truth of a list whose tasks are these pieces, in order. */
export const numbered = (files, of) => Object.fromEntries(files.map((file, at) => [`T${at + 1}`, of(file)]));
export const ids = (count) => Array.from({ length: count }, (_, at) => `T${at + 1}`);
