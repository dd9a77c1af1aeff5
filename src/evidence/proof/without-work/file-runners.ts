import type { ProjectFiles } from "../../project-files.js";
import { runsCargo } from "./cargo-files.js";
import { goPackages } from "./go-files.js";
import { coveredFiles, type RunnerOptions, readCall } from "./runner-call.js";
import { unittestArgs } from "./unittest-files.js";

/** A test runner that can be told which files to run. */
export interface FileRunner {
  /** The words that start it, each followed by a space. */
  readonly starts: RegExp;
  /** The files of its language. */
  readonly runs: RegExp;
  /** What it is told instead, so that it runs these files and what else it cannot leave out. */
  only(args: readonly string[], asked: AskedFiles): OnlyArgs | null;
}

export interface AskedFiles {
  /** From the project's folder; never none. */
  readonly files: readonly string[];
  readonly project: ProjectFiles;
}

export interface OnlyArgs {
  /** All that follows the words that start the runner. */
  readonly args: readonly string[];
  /** What says the same when it is added to the words as they are; null where they have to change. */
  readonly added: readonly string[] | null;
}

/** A runner that takes paths beside its options. */
interface PathRunner {
  readonly starts: RegExp;
  /** JavaScript and TypeScript if absent. */
  readonly runs?: RegExp;
  readonly options: RunnerOptions;
  /** Whether it takes a path as it is written, brackets and all. */
  readonly takesAnyName?: boolean;
  /** What it must be told as well; null where it cannot be told. */
  readonly more?: (asked: AskedFiles, args: readonly string[]) => readonly string[] | null;
  readonly spell?: (file: string) => string;
  /** Whether its options end at the first path. */
  readonly optionsFirst?: boolean;
}

const scripts = /\.(?:[cm]?[jt]sx?|vue|svelte|coffee)$/;
const python = /\.py$/;

/** In a pattern these stand for something else. */
const patternSigns = /[*?{}[\]()!:\\]/;

function pathRunner({ starts, runs = scripts, options: kinds, ...rest }: PathRunner): FileRunner {
  const { takesAnyName = false, optionsFirst = false, more = () => [], spell = (file) => file } = rest;
  return {
    ...{ starts, runs },
    only(args, asked) {
      const call = readCall(args, kinds);
      const files = call === null ? [] : coveredFiles(call, asked.files);
      if (call === null || files.length === 0) return null;
      if (!takesAnyName && files.some((file) => patternSigns.test(file))) return null;
      const told = more(asked, args);
      if (told === null) return null;
      const paths = [...told, ...files.map(spell)];
      if (optionsFirst && !call.isOpen) return null;
      return {
        args: optionsFirst ? [...call.options, ...paths] : [...paths, ...call.options],
        added: call.isOpen && !call.isCut && call.paths.length === 0 ? paths : null,
      };
    },
  };
}

const node = pathRunner({
  starts: /^(?:\S*\/)?(?:node|tsx) (?=(?:.* )?--test )/,
  optionsFirst: true,
  options: {
    valued:
      /^(?:--(?:import|require|(?:experimental-)?loader|env-file|conditions|test-(?:reporter(?:-destination)?|name-pattern|skip-pattern|concurrency|timeout|isolation))|-[rC])$/,
    plain: /^--(?:test|test-only|test-force-exit|no-warnings|enable-source-maps|experimental-[\w-]+)$/,
    refused: /^(?:--(?:test-shard|watch|eval|print|run|check)|-[epc])$/,
    dropped: /^--(?:experimental-test-coverage|test-coverage-[\w-]+)$/,
  },
});

const vitest = pathRunner({
  starts: /^(?:\S*\/)?vitest (?:(?:run|--run) )?(?!(?:watch|dev|related|bench|list|init|complete) )/,
  takesAnyName: true,
  options: {
    valued:
      /^(?:--(?:project|config|reporter|outputFile|testNamePattern|testTimeout|hookTimeout|pool|environment|maxWorkers|minWorkers|retry|mode|bail|exclude|maxConcurrency)|-[ct])$/,
    plain: /^--(?:run|globals|silent|passWithNoTests|no-[\w-]+|isolate|allowOnly|hideSkippedTests|typecheck)$/,
    refused: /^--(?:shard|changed|root|dir|watch|ui|update|standalone|browser)$|^-[rwu]$/,
    dropped: /^--coverage(?:\.[\w.]+)?$/,
  },
  // A threshold is one of the whole suite.
  more: ({ project }) =>
    /\bthresholds\b/.test(configText(project, /^vite(?:st)?\.config\./)) ? ["--coverage.enabled=false"] : [],
});

const jest = pathRunner({
  starts: /^(?:\S*\/)?jest /,
  takesAnyName: true,
  options: {
    valued:
      /^(?:--(?:config|testTimeout|maxWorkers|testNamePattern|env|outputFile|coverageDirectory|coverageReporters|cacheDirectory|rootDir|testRunner|setupFilesAfterEnv|reporters)|-[ctw])$/,
    plain:
      /^(?:--(?:ci|runInBand|verbose|silent|passWithNoTests|no-[\w-]+|forceExit|detectOpenHandles|bail|colors|json)|-[ib])$/,
    refused:
      /^(?:--(?:shard|watch|watchAll|onlyChanged|changedSince|findRelatedTests|lastCommit|testPathPatterns?|runTestsByPath|selectProjects|projects|updateSnapshot|roots)|-[ou])$/,
    dropped: /^--(?:coverage|collectCoverage)$/,
  },
  more: () => ["--coverage=false", "--runTestsByPath"],
});

const mocha = pathRunner({
  starts: /^(?:\S*\/)?_?mocha (?!init )/,
  options: {
    valued:
      /^(?:--(?:require|import|loader|timeout|reporter|reporter-options?|ui|config|package|extension|file|grep|fgrep|jobs|retries|slow|node-option|ignore|exclude|global)|-[rtRucjsngfO])$/,
    plain:
      /^(?:--(?:recursive|exit|bail|parallel|check-leaks|colors?|no-[\w-]+|sort|forbid-only|forbid-pending|full-trace|enable-source-maps|async-only|inline-diffs)|-[bpCS])$/,
    refused: /^--(?:spec|watch|watch-files|delay)$|^-w$/,
  },
  more: ({ project }) => (namesSpecs(project) ? null : []),
});

/** Mocha runs the files of its settings beside those it is told. */
const namesSpecs = (project: ProjectFiles): boolean =>
  /["']?\bspec\b["']?\s*:/.test(configText(project, /^\.mocharc\./)) ||
  /"mocha"\s*:\s*\{[^}]*"spec"\s*:/.test(project.text("package.json") ?? "");

const ava = pathRunner({
  starts: /^(?:\S*\/)?ava (?!(?:debug|reset-cache) )/,
  options: {
    valued: /^(?:--(?:timeout|match|concurrency|config|node-arguments)|-[Tmc])$/,
    plain: /^(?:--(?:verbose|serial|fail-fast|tap|color|no-[\w-]+)|-[vst])$/,
    refused: /^(?:--(?:watch|update-snapshots)|-[wu])$/,
  },
});

const pytest = pathRunner({
  runs: python,
  starts: /^(?:(?:\S*\/)?(?:pytest|py\.test) |(?:\S*\/)?python[\d.]* -m (?:pytest|py\.test) )/,
  options: {
    valued:
      /^(?:--(?:cov|cov-report|cov-config|cov-fail-under|junit-?xml|ignore|ignore-glob|deselect|durations|timeout|color|tb|maxfail|log-level|log-cli-level|basetemp|import-mode|confcutdir|dist|rootdir|numprocesses|override-ini)|-[kmcnpoWr])$/,
    plain: /^(?:-[qvxsl]+|-r[A-Za-z]+|--(?:verbose|quiet|exitfirst|showlocals|strict-[\w-]+|no-[\w-]+|strict))$/,
    refused: /^--(?:pyargs|lf|last-failed|nf|new-first|sw|stepwise|collect-only|co|fixtures)$/,
  },
  more: ({ project }, args) => {
    const added = args.some((word) => /^(?:-o|--override-ini=)?addopts=/.test(word)) ? "" : pytestOptions(project);
    return /--cov\b/.test([...args, added].join("\n")) ? ["--no-cov"] : [];
  },
});

/** With the lines that go on: up to the next setting or section. */
const addedOptions = /^[ \t]*addopts[ \t]*=.*(?:\n(?![ \t]*(?:[A-Za-z_][\w.-]*[ \t]*=|\[[\w.:"' -]+\][ \t]*$)).*)*/gm;

/** The options it takes from its settings: such files also say what other programs do, with packages that are not here. */
const pytestOptions = (project: ProjectFiles): string =>
  configText(project, /^(?:\.?pytest\.(?:ini|toml)|pyproject\.toml|tox\.ini|setup\.cfg)$/)
    .match(addedOptions)
    ?.join("\n") ?? "";

const bun = pathRunner({
  starts: /^(?:\S*\/)?bun test /,
  options: {
    valued: /^(?:--(?:timeout|preload|test-name-pattern|rerun-each|reporter|reporter-outfile)|-[rt])$/,
    plain: /^--(?:only|todo|bail|no-[\w-]+)$/,
    refused: /^(?:--(?:watch|hot|update-snapshots|cwd|filter)|-u)$/,
    dropped: /^--coverage(?:-[\w-]+)?$/,
  },
  spell: (file) => `./${file}`, // Without it, a part of a name.
});

const deno = pathRunner({
  starts: /^(?:\S*\/)?deno test /,
  options: {
    valued: /^(?:--(?:config|filter|import-map|reporter|junit-path|ignore|lock|env-file)|-c)$/,
    plain:
      /^(?:--(?:allow-[\w-]+|no-[\w-]+|unstable[\w-]*|quiet|parallel|fail-fast|cached-only|trace-leaks)|-[AqRWNES]+)$/,
    refused: /^--(?:watch|doc|shuffle)$/,
    dropped: /^--coverage$/,
  },
});

const unittest: FileRunner = {
  ...{ starts: /^(?:\S*\/)?python[\d.]* -m unittest /, runs: python, only: unittestArgs },
};
const go: FileRunner = { starts: /^(?:\S*\/)?go test /, runs: /\.go$/, only: goPackages };
const cargo: FileRunner = { starts: /^(?:\S*\/)?cargo (?:test|t|nextest run) /, runs: /\.rs$/, only: runsCargo };

export const fileRunners: readonly FileRunner[] = [
  ...[node, vitest, jest, mocha, ava, bun, deno, pytest, unittest, go, cargo],
];

const configText = (project: ProjectFiles, names: RegExp): string =>
  project.names
    .filter((name) => names.test(name))
    .map((name) => project.text(name) ?? "")
    .join("\n");
