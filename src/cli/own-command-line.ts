/** The command line that starts this program again, with another command. */
export const ownCommandLine = (command: string): readonly string[] => [
  process.execPath,
  process.argv[1] ?? "untildone",
  command,
];
