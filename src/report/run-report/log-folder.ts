/** Where the logs of a run are. Its name comes from the journal, and must not lead elsewhere. */
export const logFolder = (folder: string, run: string): string => `${folder}/logs/${run.replaceAll(/[^\w-]+/g, "-")}`;
