import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs write what they were started with below the user's home: a test that names no folder of its own gets this one. */
export default function useStateHome(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "untildone-state-"));
  process.env["XDG_STATE_HOME"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
