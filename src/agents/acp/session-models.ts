import { type Json, list, object, objects, text } from "../transcripts/json.js";

/** The models of a session, and the request that selects one. */
export interface SessionModels {
  readonly names: readonly string[];
  request(session: string, model: string): { readonly method: string; readonly params: Json };
}

/**
 * Reads which models a session offers from the answer that opened it: as a configuration option, or in a field of its
 * own, as programs did before the protocol had such options. Null if none can be chosen.
 */
export function readModels(opened: unknown): SessionModels | null {
  const option = objects(object(opened)["configOptions"]).find(
    ({ category, type }) => category === "model" && type === "select",
  );
  if (option)
    return {
      names: optionValues(option["options"]),
      request: (sessionId, value) => ({
        method: "session/set_config_option",
        params: { sessionId, configId: text(option["id"]), value },
      }),
    };
  const offered = objects(object(object(opened)["models"])["availableModels"]);
  if (offered.length === 0) return null;
  return {
    names: offered.map(({ modelId }) => text(modelId)),
    request: (sessionId, modelId) => ({ method: "session/set_model", params: { sessionId, modelId } }),
  };
}

/** The values, which may be in groups. */
const optionValues = (options: unknown): readonly string[] =>
  list(options).flatMap((option) => {
    const { value, options: inner } = object(option);
    return inner === undefined ? [text(value)] : optionValues(inner);
  });
