/** Lines that watchers print when they wait or restart. */
const shapes =
  /^(?:PASS|FAIL)\s{1,4}(?:Waiting|Tests failed\. Watching) for file changes|^RERUN\s|^Watch Usage\b|^ℹ \[mocha\] waiting for changes|^\[nodemon\] (?:restarting|clean exit|app crashed)|^\[Running(?: '|: )|^\[Finished running|^(?:Waiting for|Watching for file) changes|^Change detected, executing build|^File change detected\.|^dotnet watch .{0,8}(?:File changed|Waiting|Started|Restarting|Exited)|^watch : (?:Started|File changed|Exited)|^Restarting '|^\[\w{3} \w{3} .{10,40}\] (?:Change detected|Running):?/;

/** The beginnings of such lines. */
export const watchStarts: readonly string[] = [
  "PASS",
  "FAIL",
  "RERUN",
  "Watch Usage",
  "ℹ [mocha]",
  "Waiting for",
  "Watching for",
  "Change detected",
  "File change",
  "dotnet watch",
  "watch :",
  "Restarting '",
  "[nodemon]",
  "[Running",
  "[Finished running",
  "[…] Change detected",
  "[…] Running",
];

export const isWatchLine = (text: string): boolean => shapes.test(text);
