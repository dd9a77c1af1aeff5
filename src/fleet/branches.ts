import { branchName, taskFileName } from "../run.js";

/** The branch that all tasks of a submission are merged into, in each repository. */
export const commonBranch = (submission: string): string => branchName(submission);
export const taskBranch = (submission: string, task: string): string =>
  branchName(`${submission}-${taskFileName({ id: task })}`);
