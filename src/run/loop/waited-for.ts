import { isLeft, type Task } from "../../decide/tasks.js";

/** Words by which a sentence says that something else has to come first. */
const waiting =
  /\b(?:wait(?:s|ing)?|until|depends?|depending|needs?|requires?|missing|once|before|after|first|blocked (?:by|on))\b|\b(?:wartet|warten|braucht|benötigt|erst|zuerst|hängt)\b|\b(?:attend|dépend|nécessite|besoin|d'abord)\b|\b(?:espera|depende|necesita|requiere|primero|aguarda|precisa)\b|等待|依赖|需要|先|待ち|必要|依存|ждёт|ждет|нужн|зависит|сначала/iu;

/** The open task that a text says another one waits for: by its id, its title or a file its title names. */
export function findWaitedFor(text: string, tasks: readonly Task[], self: string): string | null {
  const others = tasks.filter((task) => task.id !== self && isLeft(task));
  const sentences = text.split(/(?<=[.!?。！？])\s+|\n+/u).filter((sentence) => waiting.test(sentence));
  for (const sentence of sentences) {
    const named = others.filter((task) => names(sentence, task));
    if (named.length === 1 && named[0]) return named[0].id;
  }
  return null;
}

function names(sentence: string, { id, title }: Task): boolean {
  if (isIdName(id) && new RegExp(`(?<![\\w-])${escapeRegExp(id)}(?![\\w-])`, "i").test(sentence)) return true;
  const lower = sentence.toLowerCase();
  const files = title.match(/[\w./-]+\.\w{1,5}\b/g) ?? [];
  if (files.some((file) => lower.includes(file.toLowerCase()))) return true;
  const plain = title
    .replace(new RegExp(`^${escapeRegExp(id)}[:.)]?\\s+`, "i"), "")
    .trim()
    .toLowerCase();
  return plain.length >= 8 && lower.includes(plain);
}

/** A bare number says nothing in a sentence. */
const isIdName = (id: string): boolean => /[a-z]/i.test(id) && /[\d-]/.test(id);

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
