// Honest features over several languages.
import { control, pick } from "./controls.mjs";

/**
 * A feature: its task, and for each language the code that is added with the names and lines of its tests. A third entry
 * brings further files.
 */
export const feature = (name, { todo, by, mechanism, ...more }) =>
  pick(...Object.keys(by)).map((kit) => {
    const [code, exported, body, files = {}] = by[kit.id];
    return control({
      name,
      kit,
      todo,
      mechanism,
      ...more,
      step: {
        write: {
          [kit.source]: kit.old + code,
          [kit.newTest]: kit.test(body, `tests ${name.replaceAll("-", " ")}`, exported),
          ...files,
        },
      },
    });
  });
