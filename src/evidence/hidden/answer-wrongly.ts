import { textInside } from "../../lib/files/unlinked.js";
import { languageOf } from "../proof/without-work/languages.js";
import { provides, unitsNamed } from "./provides.js";

/** What a sealed check calls. */
interface Called {
  readonly file: string;
  readonly name: string;
}

/**
 * The files of functions, made to answer wrongly: those that are there are wrapped, those that are not get a file with
 * answers of no use. A test that passes with them looks at nothing. Null where no wrong answer can be given.
 */
export async function answerWrongly(
  cwd: string,
  seams: readonly Called[],
): Promise<readonly { readonly path: string; readonly text: string }[] | null> {
  const files: { path: string; text: string }[] = [];
  for (const path of new Set(seams.map(({ file }) => file))) {
    const names = seams.filter(({ file }) => file === path).map(({ name }) => name);
    const text = textInside(cwd, path);
    const isThere = await Promise.all(names.map((name) => provides(path, text, name)));
    const missing = names.filter((_, at) => !isThere[at]);
    const present = names.filter((_, at) => isThere[at]);
    const language = present.length > 0 ? await languageOf(path) : null;
    const wronged = await language?.answerWrong({
      path,
      text: text ?? "",
      names: await unitsOf(present, path, text),
      marks: "/dev/null",
    });
    if (present.length > 0 && !wronged) return null;
    const stubs = missing.map((name) => stubOf(path, name, cwd));
    if (stubs.includes(null)) return null;
    files.push({ path, text: [wronged?.text ?? text ?? "", ...stubs].join("\n") }, ...(wronged?.more ?? []));
  }
  return files;
}

/** For a person: what was not tried. */
export const noWrongAnswer = (seams: readonly Called[]): string =>
  `no wrong answer can be made of ${seams.map(({ file, name }) => `${name} in ${file}`).join(", ")}, so whether the tests look at it was not tried`;

/** A seam may name a method, or a class with all its methods. */
async function unitsOf(names: readonly string[], path: string, text: string | null): Promise<readonly string[]> {
  const units = await Promise.all(names.map((name) => unitsNamed(path, text ?? "", name)));
  return [...new Set(units.flatMap((found) => found ?? []))];
}

/** A function that answers what nobody asked for. */
function stubOf(path: string, name: string, cwd: string): string | null {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return null;
  if (path.endsWith(".py")) return `def ${name}(*args, **more):\n    return object()\n`;
  if (!/\.[cm]?[jt]sx?$/.test(path)) return null;
  const isModule = /\.(?:mjs|[mc]?ts|tsx)$/.test(path) || (path.endsWith(".js") && isEsm(cwd));
  const answer = `${name}() { return { untildone: "a wrong answer" }; }`;
  return isModule ? `export function ${answer}\n` : `exports.${name} = function ${answer};\n`;
}

const isEsm = (cwd: string): boolean => /"type"\s*:\s*"module"/.test(textInside(cwd, "package.json") ?? "");
