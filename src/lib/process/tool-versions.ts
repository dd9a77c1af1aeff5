declare const __VERSION__: string | undefined;

/** What commands meet on this machine beside the files of a project: our own version, Node's, and where programs are found. */
export const toolVersions = (): readonly string[] => [
  typeof __VERSION__ === "string" ? __VERSION__ : "0",
  process.version,
  ...names.map((name) => process.env[name] ?? ""),
];

/** Variables that decide which program runs, and how. */
const names = [
  ...["PATH", "NODE_ENV", "NODE_OPTIONS", "NODE_PATH", "PYTHONPATH", "VIRTUAL_ENV", "GOFLAGS", "RUSTFLAGS", "CI"],
];

/** The same for people: what a proof was made with. */
export const toolsAndSystem = (): Readonly<Record<string, string>> => ({
  untildone: typeof __VERSION__ === "string" ? __VERSION__ : "0",
  node: process.version,
  system: `${process.platform} ${process.arch}`,
});
