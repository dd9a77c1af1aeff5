import { readScripts, type Scripts } from "../../find/scripts.js";
import type { CommandPlan } from "../../plan.js";
import type { ProjectFiles } from "../../project-files.js";
import { type AskedFiles, type FileRunner, fileRunners, type OnlyArgs } from "./file-runners.js";
import { readScriptCall, type ScriptCall } from "./script-call.js";

/**
 * The same check for some test files alone, by their paths from the project's folder; it may run more than these. Null
 * where its runner cannot be told: then the whole suite has to run.
 */
export function onlyFiles(plan: CommandPlan, project: ProjectFiles, files: readonly string[]): CommandPlan | null {
  if (files.length === 0 || files.some((file) => /^[-/]|^\.\.(?:\/|$)|[\n\0]/.test(file))) return null;
  const asked = { files: [...new Set(files)], project };
  const scripts = readScripts(project.text("package.json"));
  const script = readScriptName(plan.words, scripts);
  if (script !== null) return ofScript(plan, script, { asked, scripts, depth: 0 });
  const found = findRunner(plan.words, asked);
  return found && { ...plan, words: [...found.start, ...found.args] };
}

const mostScripts = 4;

/** Those of the files that are in the language of a check's runner; all of them where its runner cannot be told. */
export function filesInItsLanguage(
  { words: given }: CommandPlan,
  project: ProjectFiles,
  files: readonly string[],
): readonly string[] {
  const scripts = readScripts(project.text("package.json"));
  let words = given;
  for (let depth = 0; depth < mostScripts; depth++) {
    const script = readScriptName(words, scripts);
    const call = script && readScriptCall(scripts[script.name] ?? "");
    if (!script || !call) break;
    words = [...call.words, ...script.added];
  }
  const runs = runnerOf(words)?.runner.runs;
  return runs ? files.filter((file) => runs.test(file)) : files;
}

interface NamedScript {
  readonly manager: string;
  readonly name: string;
  /** What is added to the script's own words. */
  readonly added: readonly string[];
}

/** The script that a package manager is asked to run in the project's own folder. */
function readScriptName(words: readonly string[], scripts: Scripts): NamedScript | null {
  const [manager = "", ...rest] = words;
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager)) return null;
  const own = rest.filter((word, at) => !(at < 2 && /^(?:-s|--silent)$/.test(word)));
  const isRun = own[0] === "run" || own[0] === "run-script";
  const [given = "", ...more] = isRun ? own.slice(1) : own;
  const name = !isRun && manager === "npm" && /^t(?:st)?$/.test(given) ? "test" : given;
  if (!Object.hasOwn(scripts, name) || (!isRun && manager === "bun")) return null; // `bun test` is bun's own runner.
  if (more.length > 0 && manager === "npm" && more[0] !== "--") return null;
  return { manager, name, added: more[0] === "--" ? more.slice(1) : more };
}

interface Scripted {
  readonly asked: AskedFiles;
  readonly scripts: Scripts;
  /** How many scripts led here. */
  readonly depth: number;
}

function ofScript(plan: CommandPlan, script: NamedScript, scripted: Scripted): CommandPlan | null {
  const { asked, scripts, depth } = scripted;
  const call = readScriptCall(scripts[script.name] ?? "");
  if (!call || depth > 3) return null;
  const words = [...call.words, ...script.added];
  const inner = readScriptName(words, scripts);
  if (inner !== null) {
    if (aroundHooks(script, { call, scripts, project: asked.project }) !== "") return null;
    return ofScript({ ...plan, words, env: { ...plan.env, ...call.env } }, inner, { ...scripted, depth: depth + 1 });
  }
  return ofCall(plan, script, { ...scripted, call: { ...call, words } });
}

function ofCall(
  plan: CommandPlan,
  script: NamedScript,
  { asked, scripts, call }: Scripted & { readonly call: ScriptCall },
): CommandPlan | null {
  const found = findRunner(call.words, asked);
  if (!found) return null;
  const isSafe = asked.files.every((file) => /^[\w@./+~ -]+$/.test(file));
  if (found.added !== null && isSafe) return { ...plan, words: addedTo(plan.words, script, found.added) };
  const start = installed(found.start, asked.project);
  const shell = aroundHooks(script, { call, scripts, project: asked.project });
  if (start === null || shell === null) return null;
  const direct = [...start, ...found.args];
  const words = shell === "" ? direct : ["sh", "-c", shell, "sh", ...direct];
  return { ...plan, words, env: { ...plan.env, ...call.env } };
}

/** npm wants to be told where its own words end; the others pass everything on. */
const addedTo = (words: readonly string[], { manager, added }: NamedScript, more: readonly string[]) =>
  manager === "npm" && added.length === 0 && words.at(-1) !== "--" ? [...words, "--", ...more] : [...words, ...more];

interface Hooked {
  readonly call: ScriptCall;
  readonly scripts: Scripts;
  readonly project: ProjectFiles;
}

/** A line of shell that runs its arguments between what runs before and after them; empty where nothing does. */
function aroundHooks({ manager, name }: NamedScript, { call, scripts, project }: Hooked): string | null {
  const hook = (prefix: string): readonly string[] =>
    Object.hasOwn(scripts, `${prefix}${name}`) ? [`${manager} run ${prefix}${name}`] : [];
  const [pre, post] = [hook("pre"), hook("post")];
  // Whether these run hooks is a matter of their version and settings.
  const isUnsure = manager === "pnpm" || (manager === "yarn" && project.has(".yarnrc.yml"));
  if (isUnsure && pre.length + post.length > 0) return null;
  const before = call.before === "" ? [] : [call.before];
  if (pre.length + before.length + post.length === 0) return "";
  return `PATH="$PWD/node_modules/.bin:$PATH" && export PATH && ${[...pre, ...before, '"$@"', ...post].join(" && ")}`;
}

interface FoundRunner extends OnlyArgs {
  /** The words that start the runner, what starts it in turn included. */
  readonly start: readonly string[];
}

/** What starts an installed program in the project's environment. */
const launcher =
  /^(?:(?:npx|bunx)(?: (?:--no-install|--no|--yes|-y|--offline|--bun))* (?:-- )?|(?:npm|pnpm|yarn|bun) (?:exec|x) (?:-- )?|(?:yarn|bun) run |(?:pnpm|yarn) (?!run |exec |-)|(?:uv|poetry|pipenv|pdm|rye) run (?!-))/;

function findRunner(words: readonly string[], asked: AskedFiles): FoundRunner | null {
  const found = runnerOf(words);
  const only = found?.runner.only(words.slice(found.count), asked);
  return found && only ? { ...only, start: words.slice(0, found.count) } : null;
}

interface StartedRunner {
  readonly runner: FileRunner;
  /** How many words start it. */
  readonly count: number;
}

function runnerOf(words: readonly string[]): StartedRunner | null {
  const whole = `${words.join(" ")} `;
  const [before = ""] = launcher.exec(whole) ?? [];
  const rest = whole.slice(before.length);
  for (const runner of fileRunners) {
    const [start] = runner.starts.exec(rest) ?? [];
    if (start !== undefined) return { runner, count: countWords(before) + countWords(start) };
  }
  return null;
}

const countWords = (text: string): number => text.split(" ").length - 1;

/** A package manager finds a script's program among the installed ones; without it, its path must be named. */
function installed(start: readonly string[], project: ProjectFiles): readonly string[] | null {
  const [program = "", ...rest] = start;
  if (program.includes("/") || onPath.has(program)) return start;
  const path = `node_modules/.bin/${program}`;
  return project.has(path) ? [path, ...rest] : null;
}

/** Programs of the system that start a runner, or are one. */
const onPath: ReadonlySet<string> = new Set([
  ...["node", "npx", "npm", "pnpm", "yarn", "bun", "bunx", "deno", "python", "python3", "pytest", "uv", "poetry"],
  ...["pipenv", "pdm", "rye", "go", "cargo"],
]);
