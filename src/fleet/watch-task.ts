import type { StopRequest } from "../run.js";
import type { Board } from "./board.js";
import type { Hold } from "./board-terms.js";
import { Halt, Lost } from "./session.js";

const watchMs = 1_000;

/** Stops the work as soon as the task is somebody else's, or cancelled. */
export function watchTask(board: Board, hold: Hold, stop: StopRequest) {
  let isOver = false;
  const look = async (): Promise<void> => {
    if (!(await board.holds(hold))) throw new Lost();
    const standing = await board.standing(hold.submission, hold.repository);
    if (standing?.cancelled !== false) throw new Halt("cancelled", "the submission was cancelled");
  };
  const watch = async (): Promise<void> => {
    while (!isOver) {
      await new Promise((done) => setTimeout(done, watchMs).unref());
      const isBad = await look().then(
        () => false,
        (error) => error instanceof Lost || error instanceof Halt,
      );
      if (isBad && !isOver) stop.raise(2);
    }
  };
  void watch();
  return {
    why: look,
    end: () => {
      isOver = true;
    },
  };
}
