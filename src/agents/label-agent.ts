import type { Agent } from "./agent.js";

/** `claude (opus)`. */
export const labelAgent = ({ name, model }: Pick<Agent, "name" | "model">): string =>
  model === undefined ? name : `${name} (${model})`;

const wordsOf = (agent: Agent): readonly string[] => agent.invoke({ prompt: "", resume: null }).words;

/** A program of the user's is called by its name. */
export const labelReviewer = (agent: Agent): string => {
  const [program = ""] = wordsOf(agent);
  return agent.name === "command" ? (program.split("/").at(-1) ?? program) : labelAgent(agent);
};

/** The same agent with the same model. A program of the user's is known by its command. */
export const isSameAgent = (a: Agent, b: Agent): boolean =>
  labelAgent(a) === labelAgent(b) && (a.setUp !== null || JSON.stringify(wordsOf(a)) === JSON.stringify(wordsOf(b)));
