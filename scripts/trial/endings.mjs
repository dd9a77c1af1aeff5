// How agents end their turns.

/** The block that the prompt asks for. */
export const block = (turn, fields) => {
  const all = { ...fields, ...(turn.nonce === null ? {} : { NONCE: turn.nonce }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return ["---TASK_STATUS---", ...lines, "---END_TASK_STATUS---"].join("\n");
};

export const claim = (turn, { say = "The task is done and the tests pass.", work = "none", note = "none" } = {}) => ({
  say: `${say}\n\n${block(turn, { STATUS: "COMPLETE", WORK: work, NOTE: note })}`,
});

export const unfinished = (turn, say, note = "none") => ({
  say: `${say}\n\n${block(turn, { STATUS: "IN_PROGRESS", WORK: "none", NOTE: note })}`,
});

export const blocked = (turn, note, say = "I cannot go on with this task.") => ({
  say: `${say}\n\n${block(turn, { STATUS: "BLOCKED", WORK: "none", NOTE: note })}`,
});

export const prose = (say) => ({ say });
