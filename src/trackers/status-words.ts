import type { TaskStatus } from "../core/tasks.js";

/** What stands between the brackets of a box. */
export const boxMarks: ReadonlyMap<string, TaskStatus> = new Map<string, TaskStatus>([
  [" ", "todo"],
  ["x", "done"],
  ["X", "done"],
  ["/", "doing"],
  ["~", "doing"],
  ["-", "blocked"],
  ["!", "blocked"],
]);

export type BoxMarks = typeof boxMarks;

/** The same with what a list's owner says of other marks. */
export function resolveMarks(taskMarks: Readonly<Record<string, TaskStatus>> = {}): BoxMarks {
  const own = Object.entries(taskMarks);
  return own.length === 0 ? boxMarks : new Map([...boxMarks, ...own]);
}

const emoji: readonly (readonly [TaskStatus, string])[] = [
  ["done", "✅ ☑ ✔ ✓ √"],
  ["doing", "🚧 🔄 🔨 🏗 🟡 ◐"],
  ["blocked", "🚫 ⛔ 🛑 🔒"],
  ["todo", "⬜ ☐ ◻ ▢ □ 🔲 📋 📝 ⏳ ❌ ✗ ✘ ⭕ 🔴 ○"],
  ["skipped", "⏭ 🗑"],
];

/** Signs people put before or after a task, without their variation selector. */
export const signs: ReadonlyMap<string, TaskStatus> = new Map(
  emoji.flatMap(([status, all]) => all.split(" ").map((sign) => [sign, status] as const)),
);

/** The sign to write for a status that has none in the file yet. */
export const signOf: Readonly<Record<TaskStatus, string>> = {
  done: "✅",
  doing: "🚧",
  blocked: "🚫",
  todo: "⬜",
  skipped: "⏭",
};

const words: readonly (readonly [TaskStatus, string])[] = [
  [
    "done",
    "done|complete|completed|finished|closed|resolved|fixed|merged|shipped|released|implemented|passes|passed|passing|verified|完了|完成|已完成|完了済み|リリース済み|완료|fertig|erledigt|abgeschlossen|terminé|terminée|fait|hecho|completado|terminado|concluído|concluido|feito|fatto|completato|готово|выполнено",
  ],
  [
    "doing",
    "doing|in progress|inprogress|wip|started|ongoing|active|working|partial|partially complete|partially done|in review|review|進行中|进行中|作業中|진행중|진행 중|in arbeit|en cours|en progreso|em andamento|in corso|в работе",
  ],
  [
    "blocked",
    "blocked|on hold|waiting|stuck|paused|ブロック|阻塞|已阻塞|보류|blockiert|bloqué|bloqueado|bloqueada|bloccato|заблокировано",
  ],
  [
    "todo",
    "todo|to do|open|pending|not started|not done|incomplete|planned|backlog|new|ready|queue|queued|up next|next|remaining|upcoming|scheduled|retry|failed|failing|reopened|deferred|未着手|予定|未完了|待办|待處理|待处理|未开始|未完成|대기|offen|geplant|à faire|pendiente|pendente|a fazer|da fare|не начато|в очереди",
  ],
  ["skipped", "skipped|skip|cancelled|canceled|wontfix|won't fix|won't do|dropped|obsolete|abandoned|not planned|n/a"],
];

const byWord: ReadonlyMap<string, TaskStatus> = new Map(
  words.flatMap(([status, all]) => all.split("|").map((word) => [word, status] as const)),
);

/** A status word as any tracker spells it: case, blanks, hyphens and underscores make no difference. */
export function statusOfWord(text: string): TaskStatus | undefined {
  return byWord.get(plainWord(text));
}

const plainWord = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, " ")
    .trim();

/** The status a short text begins with, as "Complete (12 of 12)" or "done 2026-01-02". */
export function leadingStatus(text: string): { readonly status: TaskStatus; readonly length: number } | undefined {
  const match = /^[\p{L}'/]+(?:[ _-][\p{L}'/]+){0,2}/u.exec(text);
  for (let part = match?.[0] ?? ""; part !== ""; part = part.replace(/(?:^|[ _-])[\p{L}'/]+$/u, "")) {
    const status = statusOfWord(part);
    if (status) return { status, length: part.length };
  }
  return undefined;
}
