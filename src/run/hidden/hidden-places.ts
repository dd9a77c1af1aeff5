/** The one folder in which all that is put away lies; it is there only while something is. */
export const awayParent = (privateFolder: string): string => `${privateFolder}/hidden`;

/** Where the files of one run are while they are away. */
export const awayFolder = (privateFolder: string, run: string): string => `${awayParent(privateFolder)}/${run}`;

/** What stood in the place of hidden files, or was written there. Nothing removes it but the person. */
export const foundFolder = (privateFolder: string, run: string): string => `${privateFolder}/${run}.found`;

/** The output of hidden checks. */
export const hiddenLogs = (privateFolder: string, run: string): string => `${privateFolder}/${run}.hidden-logs`;
