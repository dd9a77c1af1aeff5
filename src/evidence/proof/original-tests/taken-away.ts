import type { TextChange } from "../../checks/honest-tests/compare-tests.js";
import { asksToTakeAway, takesSomethingAway } from "./asked-changes.js";

/** What a task took away everywhere, as its text asks for: names of code, and files by their stem. */
export interface TakenAway {
  readonly names: readonly string[];
  /** Those that only have another name now. */
  readonly renamed?: ReadonlyMap<string, string>;
  /** Names that the text asks to move and that stand elsewhere now. */
  readonly moved?: readonly string[];
}

export const nothingTaken: TakenAway = { names: [] };

export interface TakenAwayInput {
  readonly text: string;
  /** The work: changed source and settings, with the texts then and now. */
  readonly changes: readonly TextChange[];
  /** The texts of all source there is now, read only where something may have been taken away. */
  readonly sources: () => Promise<readonly string[]>;
}

/** A name that still stands somewhere was not taken away, whatever the text asks for. */
export async function findTakenAway({ text, changes, sources }: TakenAwayInput): Promise<TakenAway> {
  if (!takesSomethingAway(text)) return nothingTaken;
  const files = changes.filter(({ oldPath, path, old, now }) => old !== null && (now === null || path !== oldPath));
  const stems = files.filter(({ oldPath }) => asksToTakeAway(text, oldPath)).map(({ oldPath }) => stemOf(oldPath));
  const lost = (shapes: readonly RegExp[]) =>
    new Set(changes.flatMap(({ old, now }) => namesLost(old ?? "", now ?? "", shapes)));
  const [gone, goneDeclared] = [lost(everywhere), lost(declared)];
  const inFiles = new Set(
    files
      .filter(({ oldPath }) => asksToTakeAway(text, oldPath))
      .flatMap(({ old }) => [...namesIn(old ?? "", declared)]),
  );
  const asked = [...gone].filter((name) => inFiles.has(name) || asksToTakeAway(text, name));
  const left =
    asked.length === 0
      ? new Set<string>()
      : new Set((await sources()).flatMap((each) => [...namesIn(each, everywhere)]));
  const names = [...new Set([...stems, ...asked.filter((name) => !left.has(name))])];
  const moved = new Map(files.flatMap(renamedStem));
  const renamed = names.flatMap((name): readonly (readonly [string, string])[] => {
    const now = moved.get(name) ?? namedInstead(text, name).find((other) => left.has(other));
    return now === undefined ? [] : [[name, now]];
  });
  return { names, renamed: new Map(renamed), moved: asked.filter((name) => left.has(name) && goneDeclared.has(name)) };
}

/** A file that stands in the same folder under another name. */
function renamedStem({ oldPath, path, now }: TextChange): readonly (readonly [string, string])[] {
  const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/") + 1);
  const isSame = now !== null && path !== oldPath && folderOf(path) === folderOf(oldPath);
  return isSame ? [[stemOf(oldPath), stemOf(path)]] : [];
}

/** What becomes part of something else has no other name: "merge trim into shout". */
const joins = /\b(?:inlin|merg|fold|combin|consolidat|unif|collaps)\w*\b[^.\n]*$/i;

/** What a text asks to call it instead: "rename shout to yell", "`shout` → `yell`". */
const namedInstead = (text: string, name: string): readonly string[] =>
  [
    ...text.matchAll(
      new RegExp(
        `(?<![\\w$])${toPattern(name)}[\`"'()]*\\s*(?:to|into|as|with|by|→|[-=]>)\\s+[\`"']?([A-Za-z_$][\\w$]*)`,
        "g",
      ),
    ),
  ].flatMap(({ 1: other = "", index }) => (joins.test(text.slice(0, index)) ? [] : [other]));

/** A text with the new names in it. */
export const withNewNames = (text: string, { renamed = new Map() }: TakenAway): string =>
  [...renamed].reduce((now, [name, other]) => now.replaceAll(wordOf(name), () => other), text);

/** Whether a text, such as that of a test, is about something that was taken away. */
export const isAbout = (text: string, { names }: TakenAway): boolean =>
  names.some((name) => text.search(wordOf(name)) >= 0);

const wordOf = (name: string): RegExp => new RegExp(`(?<![\\w$])${toPattern(name)}(?![\\w$])`, "g");

const toPattern = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

const stemOf = (path: string): string => path.replace(/^.*\//, "").replace(/\.\w{1,5}$/, "");

const namesLost = (old: string, now: string, shapes: readonly RegExp[]): readonly string[] => {
  const left = namesIn(now, shapes);
  return [...namesIn(old, shapes)].filter((name) => !left.has(name));
};

/** What a source declares, in the languages we read, and the short texts it compares with: flags, routes, keys. */
const declared: readonly RegExp[] = [
  /\b(?:function\*?|class|def|fn|func|interface|type|enum|struct|trait|mod|const|let|var|val|static)\s+(?:\([^)\n]{0,80}\)\s*)?([A-Za-z_$][\w$]{2,})/g,
  /\b(?:exports|prototype|this|self)\.([A-Za-z_$][\w$]{2,})\s*=(?!=)/g,
  /^\s*(?:(?:async|static|public|private|protected|get|set|override)\s+)*([A-Za-z_$][\w$]{2,})\s*(?:=\s*(?:async\s*)?(?:\(|function)|:\s*(?:async\s*)?(?:\(|function)|\([^;\n]{0,200}\{\s*$)/gm,
  /["'`]([\w@./:-]{3,60})["'`]/g,
];

/** Also what functions take, and what they read of what they are given: arguments and options. */
const everywhere: readonly RegExp[] = [
  ...declared,
  /[({,]\s*(?:\.\.\.|\*{1,2})?([A-Za-z_$][\w$]{2,})\s*(?=[,:=)}])/g,
  /[\w$)\]]\??\.([A-Za-z_$][\w$]{2,})(?!\s*\()/g,
];

const longest = 512 * 1024;

function namesIn(text: string, shapes: readonly RegExp[]): ReadonlySet<string> {
  if (text.length > longest) return new Set();
  return new Set(shapes.flatMap((shape) => [...text.matchAll(shape)].flatMap(([, name]) => name ?? [])));
}
