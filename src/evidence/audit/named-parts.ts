import { isTestFile } from "../proof/named-tests.js";

/** A file or a symbol that a task names. */
export interface NamedPart {
  readonly name: string;
  /** The task is to make it: it has to be there. Otherwise it may only be spoken of. */
  readonly isMade: boolean;
}

/** What can be looked for in a project. */
export interface NamedParts {
  readonly files: readonly NamedPart[];
  readonly symbols: readonly NamedPart[];
  /** Test files by name. */
  readonly tests: readonly string[];
  /** It says that there are tests, without their name. */
  readonly asksForTests: boolean;
  /** It takes something away or gives it another name: what it names may be gone. */
  readonly removes: boolean;
}

const path = /(?<![\w/.@:#-])(?:\.\/)?(?:[\w@.+()[\]-]+\/)*[\w@.+()[\]-]*\w\.[A-Za-z]\w{0,9}(?![\w/*{<]|-\w|\.\w)/g;
const endings =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|pyi?|rb|php|go|rs|java|kts?|scala|cs|swift|c|cc|cpp|h|hpp|exs?|lua|dart|pl|sh|bash|sql|proto|css|scss|less|html?|md|mdx|rst|txt|json|jsonc|ya?ml|toml|ini|cfg|xml|graphql|prisma|tf|env|lock|csv|snap|ipynb)$/;
/** "Node.js", "Next.js": products, not files. */
const product =
  /^(?:node|next|vue|nuxt|three|d3|express|chart|react|alpine|deno|socket|ember|backbone|angular|moment|day|discord|tensorflow|electron|nest|solid|p5)\.(?:js|io|ai)$/i;
const placeholder = /(?:^|\/)(?:path|foo|bar|your|example|some|xxx?)(?:\/|\.|$)|[<>*{}]|\bto\/file\b/i;
const makes =
  /\b(?:add(?:s|ed|ing)?|creat(?:e[sd]?|ing)|writ(?:e|ten|es|ing)|wrote|implement(?:s|ed|ing)?|introduc(?:e[sd]?|ing)|defin(?:e[sd]?|ing)|expos(?:e[sd]?|ing)|export(?:s|ed|ing)?|build(?:s|ing)?|built|generat(?:e[sd]?|ing)|set ?up|scaffold(?:s|ed)?|provid(?:e[sd]?|ing)|develop(?:s|ed)?|make|made|extract(?:s|ed)?|cover(?:s|ed)?|document(?:s|ed)?)\b/i;
const takes =
  /\b(?:remov(?:e[sd]?|ing|al)|delet(?:e[sd]?|ing|ion)|drop(?:s|ped|ping)?|renam(?:e[sd]?|ing)|mov(?:e[sd]?|ing)|replac(?:e[sd]?|ing)|migrat(?:e[sd]?|ing)|deprecat(?:e[sd]?|ing)|get(?:ting)? rid|instead of|no longer|merg(?:e[sd]?|ing)|split(?:s|ting)?)\b/i;
/** What is only pointed at: "like `a`", "see docs/x.md", "using `lib`". */
const pointsAt =
  /\b(?:see|like|as in|similar to|based on|following|follow|from|using|use|uses|via|per|unlike|against|calls?|calling|with|by|reads?|loads?|imports?|returned by|according to|such as|e\.g\.?|replaces?)\s+(?:the\s+|an?\s+|existing\s+)*[`'"(*]*$/i;
const asksTests =
  /\b(?:with|add|write|including|includes?|and|plus)\s+(?:\w+\s+){0,2}(?:unit\s+|regression\s+|integration\s+)?tests?\b|\btests? for\b|\b(?:is|are) tested\b/i;
const negated = /\b(?:no|without|not?|skip)\s+(?:\w+\s+){0,2}tests?\b/i;

/** Reads what a task's text names. The title counts for what has to be there, the text below only where it says so. */
export function readNamedParts(title: string, below: readonly string[]): NamedParts {
  const text = [title, ...below].join("\n").replaceAll(/\bhttps?:\/\/\S+/g, " ");
  const sentences = text.split(/\n|(?<=[.!?;])\s/);
  const files = new Map<string, boolean>();
  const symbols = new Map<string, boolean>();
  for (const sentence of sentences) {
    for (const part of filesIn(sentence)) files.set(part.name, part.isMade || files.get(part.name) === true);
    for (const part of symbolsIn(sentence)) symbols.set(part.name, part.isMade || symbols.get(part.name) === true);
  }
  const all = toParts(files);
  return {
    files: all.filter(({ name }) => !isTestFile(name)),
    symbols: toParts(symbols).filter(({ name }) => !files.has(name)),
    tests: all.filter(({ name, isMade }) => isMade && isTestFile(name)).map(({ name }) => name),
    asksForTests: asksTests.test(text) && !negated.test(text),
    removes: takes.test(title),
  };
}

const toParts = (found: ReadonlyMap<string, boolean>): readonly NamedPart[] =>
  [...found].map(([name, isMade]) => ({ name, isMade }));

/** Made where a verb of making stands before it in the sentence, and nothing says that it is only pointed at. */
const isMadeIn = (before: string): boolean => makes.test(before) && !takes.test(before) && !pointsAt.test(before);

function filesIn(sentence: string): readonly NamedPart[] {
  return [...sentence.matchAll(path)].flatMap((found) => {
    const name = found[0].replace(/^\.\//, "");
    if (!endings.test(name) || product.test(name) || placeholder.test(name) || name.includes("..")) return [];
    if (!name.includes("/") && name !== name.trim()) return [];
    return [{ name, isMade: isMadeIn(sentence.slice(0, found.index)) }];
  });
}

/** In code marks or without them, as many lists lose theirs: a call, or a name with a shape that no word has. */
function symbolsIn(sentence: string): readonly NamedPart[] {
  const marked = [...sentence.matchAll(/`([^`\n]{2,80})`/g)].flatMap((found) => {
    const [, inside = ""] = found;
    const [, name = "", call = ""] =
      /^(?:\w+(?:\.|::|#))*([A-Za-z_$][\w$]{2,})(\([^()]*\))?$/.exec(inside.trim()) ?? [];
    return name !== "" && (call !== "" || hasShape(name)) ? [{ name, at: found.index }] : [];
  });
  const plain = [...sentence.replaceAll(/`[^`\n]*`/g, (code) => " ".repeat(code.length)).matchAll(bare)].flatMap(
    ({ index, groups }) => {
      const name = groups?.["call"] ?? groups?.["name"] ?? "";
      return name.length > 3 && !productName.test(name) ? [{ name, at: index }] : [];
    },
  );
  return [...marked, ...plain].map(({ name, at }) => ({ name, isMade: isMadeIn(sentence.slice(0, at)) }));
}

/** "parse()", "parseDate", "parse_date"; not a part of a path, a package or an option. */
const bare =
  /(?<![\w$./@:#-])(?:(?<call>[A-Za-z_$][\w$]*)\((?:[\w$, :?[\]<>|]*)\)|(?<name>[a-z]{2,}[a-z0-9]*[A-Z][A-Za-z0-9]*|[a-z][a-z0-9]*(?:_[a-z0-9]+)+))(?![\w$/]|\.\w|-\w)/g;
const productName = /^(?:macOS|iOS|iPhone|iPad|eBay|gRPC|webGL|openAI|youTube|graphQL|mySQL|noSQL|devOps|toDo)$/i;

const hasShape = (name: string): boolean => /[a-z0-9][A-Z]|[a-z0-9]_[a-z0-9]|^[A-Z][a-z0-9]+[A-Z]/.test(name);
