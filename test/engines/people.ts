import { readFileSync } from "node:fs";
import type { Person } from "./engine.js";

export const me: Person = { name: "root", uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** Somebody else on this machine whom podman can give ids; null if we may not act for others, or there is nobody. */
export function findOther(): Person | null {
  if (me.uid !== 0) return null;
  const people = listPeople();
  return people.find(({ name }) => hasIds(name)) ?? people.find(({ uid }) => uid >= 1000) ?? null;
}

/** Somebody else whom podman can give none. */
export const findWithoutIds = (): Person | null =>
  me.uid === 0 ? (listPeople().find(({ name, uid }) => uid >= 1000 && !hasIds(name)) ?? null) : null;

const hasIds = (name: string): boolean => namesIn("/etc/subuid").includes(name);

function listPeople(): readonly Person[] {
  const entries = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const people = entries.map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  return people.filter(({ uid }) => uid > 0 && uid < 65_534); // Nobody is nobody.
}

function namesIn(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) => line.split(":")[0] ?? []);
  } catch {
    return [];
  }
}
