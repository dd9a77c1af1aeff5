import type { Finder } from "./project.js";

/** Cargo, with all the crates where the manifest is that of a workspace. */
export const findInCargo: Finder = (project) => {
  const text = project.text("Cargo.toml");
  if (text === null) return [];
  const all = /^\s*\[workspace\b/m.test(text) ? ["--workspace"] : [];
  const from = "Cargo.toml";
  return [
    { check: "tests", words: ["cargo", "test", ...all], from },
    { check: "build", words: ["cargo", "build", ...all], from },
    { check: "lint", words: ["cargo", "clippy", ...all, "--", "-D", "warnings"], from },
  ];
};
