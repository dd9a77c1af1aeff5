import { isFolder } from "../../../lib/files/disk.js";
import { isThere, namesIn, pathJoin } from "../../../lib/files/folder.js";
import { type NamedOutputs, readNamedOutputs } from "./named-outputs.js";

/**
 * What becomes of something that git ignores: installed packages are linked each, other dependencies as a whole, what a
 * build wrote and what tools keep between their runs is left out, what Rust compiled is cloned, and all else is copied.
 */
export type Treatment = "packages" | "link" | "output" | "cache" | "compiled" | "copy";

const caches =
  /(?:^|\/)(?:__pycache__|\.(?:pytest|mypy|ruff|pyre|pytype|parcel|jest|eslint|stylelint|rollup|rpt2|rts2)[_-]?cache\w*|\.(?:cache|nyc_output|coverage|hypothesis|swc|turbo|nx|angular|gradle|tox|nox|vite|vitest|wireit|dart_tool|ccls-cache)|htmlcov|coverage|coverage\.(?:xml|out|lcov)|lcov\.info|\.coverage\.[\w.-]+)$|\.tsbuildinfo$|\.py[co]$/;
const dependencies =
  /(?:^|\/)(?:\.?venv|vendor|bower_components|jspm_packages|\.yarn|\.pnpm-store|Pods|deps|elm-stuff|\.bundle|\.direnv|\.pixi|\.conda|\.eggs|__pypackages__)$/;
/** Always the output of a build. */
const outputs = /(?:^|\/)(?:dist|dist-newstyle|\.next|\.nuxt|\.output|\.svelte-kit|\.docusaurus|storybook-static)$/;
const compiledFile = /(?:\.d)?\.(?:[mc]?js|jsx|[mc]?ts)(?:\.map)?$/;

/** Folders of build tools by what lies beside them. These tools build again what is missing. */
const toolFolders: readonly (readonly [folder: RegExp, marker: RegExp])[] = [
  [/^target$/, /^(?:pom\.xml|build\.sbt|project\.clj)$/],
  [/^build$/, /^(?:(?:build|settings)\.gradle(?:\.kts)?|CMakeLists\.txt|meson\.build|setup\.py|pyproject\.toml)$/],
  [/^_build$/, /^(?:mix\.exs|dune-project|rebar\.config)$/],
  [/^\.build$/, /^Package\.swift$/],
  [/^(?:bin|obj)$/, /\.(?:cs|fs|vb)proj$/],
  [/^(?:zig-out|\.?zig-cache)$/, /^build\.zig$/],
];

/** Tells what becomes of ignored content. `files` are the files that count. */
export class IgnoredContent {
  readonly #root: string;
  readonly #files: ReadonlySet<string>;
  readonly #named = new Map<string, NamedOutputs>();

  constructor(root: string, files: ReadonlySet<string>) {
    this.#root = root;
    this.#files = files;
  }

  treat(path: string): Treatment {
    if (/(?:^|\/)node_modules$/.test(path)) return "packages";
    if (caches.test(path)) return "cache";
    const [folder, name] = splitPath(path);
    const beside = (marker: RegExp): boolean => namesIn(pathJoin(this.#root, folder)).some((each) => marker.test(each));
    if (name === "target" && beside(/^Cargo\.toml$/)) return "compiled";
    // What was compiled for an installed Node is none of the languages in which work is taken back.
    if (name === "build" && beside(/^binding\.gyp$/)) return "copy";
    if (outputs.test(path) || toolFolders.some(([own, marker]) => own.test(name) && beside(marker))) return "output";
    if (this.#isCompiled(path) || this.#isNamed(path)) return "output";
    const full = pathJoin(this.#root, path);
    if (!isFolder(full)) return "copy";
    return dependencies.test(path) || isThere(pathJoin(full, "pyvenv.cfg")) ? "link" : "copy";
  }

  /** A file that a compiler wrote beside its source. */
  #isCompiled(path: string): boolean {
    const stem = path.replace(compiledFile, "");
    return stem !== path && ["ts", "tsx", "mts", "cts", "coffee"].some((kind) => this.#files.has(`${stem}.${kind}`));
  }

  #isNamed(path: string): boolean {
    const [, name] = splitPath(path);
    const word = new RegExp(`(?:^|[\\s"'\`=/.])${name.replaceAll(/[^\w-]/g, "\\$&")}(?:[\\s"'\`/]|$)`, "m");
    return foldersAbove(path).some((folder) => {
      const { paths, texts } = this.#namedIn(folder);
      const isPath = paths.some((each) => each === path || each.startsWith(`${path}/`));
      return isPath || (folder === splitPath(path)[0] && texts.some((text) => word.test(text)));
    });
  }

  #namedIn(folder: string): NamedOutputs {
    const known = this.#named.get(folder) ?? readNamedOutputs(this.#root, folder);
    this.#named.set(folder, known);
    return known;
  }
}

const splitPath = (path: string): readonly [folder: string, name: string] => {
  const at = path.lastIndexOf("/");
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
};

const foldersAbove = (path: string): readonly string[] => {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join("/")).concat("");
};
