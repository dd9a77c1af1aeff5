import { delimiter, dirname, isAbsolute } from "node:path";

export interface CopiedPlace {
  /** The project's root, and that of its copy. */
  readonly project: string;
  readonly copy: string;
  /** Where the command starts. */
  readonly cwd: string;
  /** Where it may put what it does not keep. */
  readonly temporary: string;
  /** Folders of the copy in which Python finds the project's own packages. */
  readonly python: readonly string[];
}

/** They say where the user's own files are, which a project may hold as a whole. */
const own = /^(?:HOME|USERPROFILE|XDG_\w+|OLDPWD|CARGO_HOME|RUSTUP_HOME|GOPATH|GOCACHE|GOMODCACHE)$/;

/**
 * What a command is told in a copy instead of what it would inherit or was given: what leads into the project leads into
 * the copy. Python's compiled files would outlive the source they were made of when that changes twice in a second, and
 * be written beside installed packages.
 */
export function copyEnvironment(
  { project, copy, cwd, temporary, python }: CopiedPlace,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const inherited = { ...process.env, ...given };
  const found = Object.entries(inherited).flatMap(([name, value]): readonly (readonly [string, string])[] =>
    value === undefined || own.test(name) ? [] : [[name, moveTo(value, project, copy)] as const],
  );
  const moved = Object.fromEntries(found.filter(([name, value]) => value !== process.env[name]));
  const path = moved["PYTHONPATH"] ?? inherited["PYTHONPATH"];
  const target = inherited["CARGO_TARGET_DIR"] ?? inherited["CARGO_BUILD_TARGET_DIR"] ?? "";
  return {
    ...moved,
    PWD: cwd,
    ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    PYTHONDONTWRITEBYTECODE: "1",
    ...(python.length === 0 ? {} : { PYTHONPATH: [...python, ...(path ? [path] : [])].join(delimiter) }),
    ...(isAbsolute(target) ? { CARGO_TARGET_DIR: `${temporary}/target` } : {}),
    // A repository around the copy is not the project's.
    GIT_CEILING_DIRECTORIES: dirname(copy),
  };
}

function moveTo(value: string, project: string, copy: string): string {
  if (!value.includes(project)) return value;
  return value
    .split(project)
    .reduce((whole, part) => `${whole}${/^(?:$|[/\\:;"'\s])/.test(part) ? copy : project}${part}`);
}
