import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import type { Person } from "./engine.js";

export const me: Person = { name: userInfo().username, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** Somebody else on this machine whom podman can give ids; null if we may not act for others, or there is nobody. */
export function findOther(): Person | null {
  if (me.uid !== 0) return null;
  const people = listPeople();
  return people.find(hasIds) ?? people.find(({ uid }) => uid >= 1000) ?? null;
}

/** Somebody else whom podman can give none. */
export const findWithoutIds = (): Person | null =>
  me.uid === 0 ? (listPeople().find((person) => person.uid >= 1000 && !hasIds(person)) ?? null) : null;

/** Whether podman, without root, can give this person ids. The file has names, or numbers. */
export const hasIds = ({ name, uid }: Person): boolean =>
  namesIn("/etc/subuid").some((each) => each === name || each === `${uid}`);

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
