/** What a program says of how it is used, and of what it goes on without. */
const noCause = /^$|^Run '.*--help'|^See '.*--help'|^Usage:|^Killed$|^time="[^"]*" level=(?:warning|info|debug)|^WARN/i;

/** The line of a program's errors that says why it failed: the last one that says something of it. */
export function findCause(errors: string): string {
  const lines = errors.split("\n").map((line) => line.trim());
  const cause = lines.findLast((line) => !noCause.test(line)) ?? lines.findLast((line) => line !== "") ?? "";
  // What podman adds where it has no more to say.
  const told = cause.replace(/: %!w\(<nil>\)$/, "");
  return told.replace(/^time="[^"]*" level=\w+ msg="(.*)"$/, "$1").replace(/^(?:docker|Error): (?=\S)/, "");
}
