import { masked } from "./secret-shapes.js";
import { maskSecrets } from "./secrets.js";

const word = "(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|credentials?)";

/** `DB_PASSWORD=x`, `--password x` and `--password=x`: what a name calls a secret is one, however short. */
const assigned = new RegExp(`((?:^|[\\s"'])\\w{0,60}${word}=)(?!["']?\\$)("[^"]*"|'[^']*'|[^\\s"']+)`, "gi");
const flagged = new RegExp(
  `((?:^|[\\s"'])--(?:[\\w-]{0,60}-)?${word}[= ])(?!["']?(?:\\$|-))("[^"]*"|'[^']*'|[^\\s"']+)`,
  "gi",
);

/** For a command that is shown. A name of a variable, as in `--password $DB_PASSWORD`, is none. */
export const maskArguments = (text: string): string =>
  maskSecrets(text).replaceAll(assigned, `$1${masked}`).replaceAll(flagged, `$1${masked}`);
