/** Before the title of a report in Markdown: how the run ended, at a glance. */
export const outcomeMarks = {
  completed: "✅",
  "needs-review": "👀",
  stuck: "🔁",
  blocked: "✋",
  aborted: "⛔",
  interrupted: "⏸️",
  open: "⏳",
} as const;
