import type { AskedRepository } from "../../fleet/read-repository.js";
import { refuseUrl } from "../../fleet/repository-url.js";
import { UserError } from "../../lib/errors.js";
import { readText } from "../../lib/files/files.js";
import { openRepository } from "../../lib/git/git.js";
import { text } from "../../lib/git/git-output.js";
import type { Io, ParsedArgs } from "../command.js";

/** A repository that is named, with the place where it is. */
export interface NamedRepository extends AskedRepository {
  /** Such as "line 12: URL", or the URL alone. */
  readonly named: string;
}

export interface NamedRepositories {
  readonly usable: readonly NamedRepository[];
  /** What can be told of the others before any remote is asked. */
  readonly wrong: readonly string[];
}

/** The repositories of --repo, of the lines of a file, or the origin of this one. */
export async function listRepositories(args: ParsedArgs, io: Io): Promise<NamedRepositories> {
  const named = readNamed(args, io);
  if (named.length === 1) return { usable: named, wrong: [] }; // Its error is told whole.
  if (named.length > 1) return sortOut(named);
  const [file] = args.words;
  if (file !== undefined)
    throw new UserError({
      what: "it names no repository",
      where: file,
      fix: "write a URL on each line, with its list after a space",
    });
  const url = await ownRemote(io);
  return { usable: [{ url, named: url, list: undefined, from: args.text("from") }], wrong: [] };
}

function readNamed(args: ParsedArgs, io: Io): readonly NamedRepository[] {
  const from = args.text("from");
  const [file] = args.words;
  const repos = args.texts("repo");
  if (file !== undefined && repos.length > 0)
    throw new UserError({
      what: "FILE and --repo do not go together",
      where: "untildone fleet submit",
      fix: "give one of them",
    });
  const lines = file === undefined ? repos : readText(file, io.cwd, maxFileBytes).split("\n");
  return lines.flatMap((line, at) => {
    const [given = "", list] = line
      .replace(/(?:^|\s)#.*$/, "")
      .trim()
      .split(/\s+/, 2);
    const url = isLocal(given) ? `${io.cwd}/${given}` : given;
    return given === "" ? [] : [{ url, list, from, named: file === undefined ? url : `line ${at + 1}: ${url}` }];
  });
}

/** A person who is told now does not wait for thousands of remotes first. */
function sortOut(named: readonly NamedRepository[]): NamedRepositories {
  const places = new Set<string>();
  const usable: NamedRepository[] = [];
  const wrong: string[] = [];
  for (const each of named) {
    const problem = refuseUrl(each.url);
    const place = JSON.stringify([each.url, each.list]);
    if (problem !== null) wrong.push(`${each.named}: this repository cannot be used: ${problem}`);
    else if (places.has(place))
      wrong.push(`${each.named}: it is named twice${each.list ? ` with the list ${each.list}` : ""}`);
    else usable.push(each);
    places.add(place);
  }
  return { usable, wrong };
}

const maxFileBytes = 8 * 1024 * 1024;
const isLocal = (url: string): boolean => /^\.{1,2}\//.test(url);

async function ownRemote(io: Io): Promise<string> {
  const repository = await openRepository(io.cwd);
  const answer = repository.ok ? await repository.ask(["remote", "get-url", "origin"]) : null;
  if (answer?.ok) return text(answer.out).trim();
  throw new UserError({
    what: "this folder is no git repository with a remote named origin",
    where: io.cwd,
    fix: "name the repository: untildone fleet submit --repo URL",
  });
}
