import type { TaskStatus } from "../decide/tasks.js";

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

export const words: readonly (readonly [TaskStatus, string])[] = [
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
