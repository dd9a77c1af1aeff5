/** What kept a command from running. */
export type Missing = "program" | "script" | "module" | "packages" | "project" | "workspace" | "service" | "time";

/** A line that says so. `name` of the shape, or `of` where it names none, is what is missing. */
export interface MissingSign {
  readonly is: Missing;
  readonly shape: RegExp;
  /** Whose line it is: what installs or lists what is missing. */
  readonly by: string;
  readonly of?: string;
}

/** One line each; of other lines, only those that contain one of these words are looked at. */
export const telling =
  /not found|no such|missing|unknown|no test specified|is not a git|no module|cannot|can't|could ?n[o']t|not recognized|denied|error 12[67]|code 12[67]|enoent|not installed|does not|doesn't|don't know|no \w*(?:workspace|project|makefile|justfile|rakefile|gemfile|pom|target|rule|task|script|package)|unresolv|resolve|unchecked|not available|not defined|is the docker|not possible|unable|autoload|canceled|no \.net|msb1003|netsdk1004|does not exist|install|failed to get|failed to spawn|state file|did not match|taskfile|java_home|virtual environment|docker/i;

const quoted = String.raw`["'\`‘“]?(?<name>[^"'\`’”\s]{1,120})["'\`’”]?`;
const shape = (text: string): RegExp => new RegExp(text.replaceAll("NAME", quoted));

const table = (
  by: string,
  rows: readonly (readonly [is: Missing, shape: string, of?: string])[],
): readonly MissingSign[] =>
  rows.map(([is, text, of]) => ({ is, by, shape: shape(text), ...(of === undefined ? {} : { of }) }));

/** What stands for the script that `npm init` puts there. */
export const noTests = "test script";

const npmError = "^npm (?:ERR!|error) ";
const make = String.raw`^(?:g?make|mingw32-make)(?:\[\d+\])?: `;

/** In this order: the first that fits the first line that fits. */
export const signs: readonly MissingSign[] = [
  ...table("shell", [
    ["program", String.raw`(?:^|[\s:|])(?:\S*/)?(?:ba|da|z|k|a)?sh: (?:line )?(?:\d+: )?NAME: (?:command )?not found$`],
    ["program", String.raw`: (?:line )?\d+: (?:exec: )?NAME: (?:command )?not found$`],
    ["program", "^pyenv: NAME: command not found$"],
    ["program", String.raw`(?:^|[\s:|])command not found: NAME$`],
    ["program", "^fish: Unknown command:? NAME$"],
    ["program", "^(?:/usr/bin/)?env: NAME: (?:No such file or directory|Permission denied)$"],
    ["program", "^NAME is not recognized as an internal or external command"],
    ["program", String.raw`\b(?:exec: )?NAME: executable file not found in \$PATH`],
    ["program", String.raw`\bspawn NAME ENOENT\b`],
    ["program", String.raw`(?:^|[\s:|])(?:\S*/)?(?:ba|da|z|k|a)?sh: (?:line )?(?:\d+: )?NAME: Permission denied$`],
    ["program", String.raw`: (?:line )?\d+: NAME: (?:Permission denied|cannot execute.*)$`],
    ["program", "(?:bad interpreter|cannot execute: required file not found)", "its interpreter"],
  ]),
  ...table("npm", [
    ["script", `${npmError}(?:code \\S+ )?[Mm]issing script: NAME`],
    ["script", "^Unknown command: NAME"],
    ["script", "^(?:Error: )?no test specified$", noTests],
    ["program", `${npmError}could not determine executable to run`, "the program that npx names"],
    ["program", String.raw`npx canceled due to missing packages.*\[NAME\]`],
    ["project", String.raw`ENOENT: no such file or directory, open '?[^']*/package\.json`, "package.json"],
    ["project", `${npmError}enoent Could not read package\\.json`, "package.json"],
    ["workspace", `${npmError}No workspaces found:?(?: NAME)?`, "that workspace"],
    ["workspace", `${npmError}No workspaces found!`, "that workspace"],
    ["program", `${npmError}code 12[67]$`, "a program that it starts"],
    ["packages", `${npmError}code (?:ENOTFOUND|EAI_AGAIN|ENOTCACHED|ETIMEDOUT)$`, "its packages"],
  ]),
  ...table("pnpm", [
    ["script", "ERR_PNPM_NO_SCRIPT.{0,4}Missing script: NAME"],
    ["script", String.raw`^ERR_PNPM_(?:NO_SCRIPT|RECURSIVE_RUN_NO_SCRIPT)\b`, "that script"],
    ["program", String.raw`ERR_PNPM_\w*EXEC_FIRST_FAIL.{0,4}Command NAME not found`],
    ["project", String.raw`ERR_PNPM_(?:NO_IMPORTER_MANIFEST_FOUND|NO_PKG_MANIFEST)\b`, "package.json"],
    ["workspace", "^No projects (?:matched the filters|found) in ", "that workspace"],
    ["workspace", "^No projects matched the filters", "that workspace"],
  ]),
  ...table("yarn", [
    ["script", String.raw`^error Command NAME not found\.`],
    ["script", "^Usage Error: Couldn't find a script named NAME"],
    ["workspace", "^(?:error|Usage Error:) (?:Unknown workspace|Workspace) NAME(?: not found)?"],
    ["packages", "Couldn't find the node_modules state file - running an install", "its packages"],
    ["packages", "doesn't seem to (?:have been installed|be present in your lockfile)", "its packages"],
    ["project", String.raw`^error Couldn't find a package\.json file`, "package.json"],
  ]),
  ...table("bun", [
    ["script", "^error: Script not found NAME"],
    ["script", "^error: missing script: NAME"],
    ["workspace", "^error: No packages matched the filter", "that workspace"],
  ]),
  ...table("deno", [["script", "^(?:error: )?Task not found: NAME"]]),
  ...table("git", [["script", "^git: NAME is not a git command"]]),
  ...table("make", [
    ["script", `${make}\\*\\*\\* No rule to make target NAME\\.  Stop\\.$`],
    ["project", `${make}\\*\\*\\* No targets specified and no makefile found`, "Makefile"],
    ["program", `${make}NAME: (?:No such file or directory|Command not found|Permission denied)$`],
    ["program", `${make}\\*\\*\\* \\[.*\\] Error 12[67]`, "a program that it starts"],
  ]),
  ...table("just", [
    ["script", "^error: [Jj]ustfile does not contain recipes? NAME"],
    ["project", "^error: No justfile found", "justfile"],
  ]),
  ...table("task", [
    ["script", "^task: Task NAME does not exist$"],
    ["project", "^task: No Taskfile found", "Taskfile.yml"],
  ]),
  ...table("rake", [
    ["script", "^Don't know how to build task NAME"],
    ["project", "^No Rakefile found", "Rakefile"],
  ]),
  ...table("python", [
    ["module", String.raw`^\S*python\S*: No module named NAME`],
    ["module", String.raw`^\S*python\S*: Error while finding module specification for NAME`],
    ["program", "^error: Failed to spawn: NAME$"],
    ["program", "^Command not found: NAME$"],
    ["packages", "^(?:error: )?Virtual environment (?:does not exist|not found)", "its virtual environment"],
  ]),
  ...table("cargo", [
    ["script", "^error: no such (?:sub)?command: NAME"],
    ["project", String.raw`^error: could not find .Cargo\.toml.`, "Cargo.toml"],
    ["workspace", "^error: package ID specification NAME did not match any packages"],
    ["packages", "^error: (?:failed to get NAME as a dependency|failed to download)", "its crates"],
    ["packages", "^error: no matching package named NAME found$"],
    ["program", "^error: toolchain NAME is not installed"],
    ["program", "^error: NAME is not installed for the toolchain"],
    ["program", "^error: .{0,40}no default (?:toolchain )?(?:is )?(?:configured|linked)", "a Rust toolchain"],
  ]),
  ...table("go", [
    ["script", "^go NAME: unknown command$"],
    ["project", String.raw`^go: (?:go\.mod file not found|cannot find main module)`, "go.mod"],
    ["packages", String.raw`^go: .*\b(?:dial tcp|lookup \S+ on|module lookup disabled)\b`, "its modules"],
  ]),
  ...table("maven", [
    ["script", String.raw`^\[ERROR\] Unknown lifecycle phase NAME`],
    ["project", "there is no POM in this directory", "pom.xml"],
    ["program", String.raw`^\[ERROR\] No compiler is provided in this environment`, "a JDK"],
    ["workspace", String.raw`^\[ERROR\] .*Could not find the selected project in the reactor: NAME`],
    [
      "packages",
      String.raw`^\[ERROR\] .*(?:could not be resolved|in offline mode|Could not transfer artifact)`,
      "its artifacts",
    ],
    ["program", "JAVA_HOME (?:environment variable )?is (?:not (?:set|defined)|set to an invalid)", "java"],
  ]),
  ...table("gradle", [
    ["script", "^(?:Execution failed.*)?Task NAME not found in (?:root )?project"],
    ["workspace", "^(?:Cannot locate tasks that match .* as )?[Pp]roject NAME not found in root project"],
    [
      "program",
      String.raw`Could not find or load main class org\.gradle\.wrapper\.GradleWrapperMain`,
      "the Gradle wrapper",
    ],
    ["project", "does not contain a Gradle build", "build.gradle"],
  ]),
  ...table("ruby", [
    [
      "packages",
      "^(?:Bundler::GemNotFound: )?Could not find .{1,120} in (?:any of the sources|locally installed gems)",
      "its gems",
    ],
    ["packages", "Run .bundle install. to install missing gems", "its gems"],
    ["project", "^Could not locate Gemfile", "Gemfile"],
  ]),
  ...table("php", [
    ["packages", String.raw`Could not open input file: (?:\./)?vendor/`, "vendor"],
    ["packages", String.raw`Failed (?:to open stream|opening required).{0,200}vendor/autoload\.php`, "vendor"],
    ["script", String.raw`^\s*Command NAME is not defined\.`],
  ]),
  ...table("elixir", [
    [
      "packages",
      String.raw`^(?:Unchecked dependencies for environment|\*\* \(Mix\) Can't continue due to errors on dependencies)`,
      "its dependencies",
    ],
    ["script", String.raw`^\*\* \(Mix\) The task NAME could not be found`],
    ["project", String.raw`^\*\* \(Mix\) Could not find a Mix\.Project`, "mix.exs"],
  ]),
  ...table("dotnet", [
    ["program", String.raw`(?:It was not possible to find any installed|No) \.NET (?:Core )?SDKs`, "the .NET SDK"],
    ["project", "MSB1003: Specify a project or solution file", "a project file"],
    ["packages", "NETSDK1004: Assets file", "its packages"],
    ["script", "^Could not execute because the specified command or file was not found", "that command"],
  ]),
  ...table("nx", [
    ["workspace", "(?:Cannot|Could not) find (?:configuration for task|project) NAME"],
    ["packages", "Could not find Nx modules", "its packages"],
  ]),
  ...table("turbo", [["script", "Could not find task NAME in project"]]),
  ...table("docker", [
    ["service", "Cannot connect to the Docker daemon", "Docker"],
    ["service", "(?:Is the docker daemon running|failed to connect to the docker API)", "Docker"],
    ["service", "Cannot connect to Podman", "Podman"],
  ]),
];

/** A module that a program asks for and does not get, in JavaScript and Python. */
export const moduleShapes: readonly { readonly of: "node" | "python"; readonly shape: RegExp }[] = [
  { of: "node", shape: shape(String.raw`\bCannot find (?:module|package) NAME`) },
  { of: "node", shape: shape(String.raw`\b(?:Could not resolve|Failed to resolve (?:import|entry for package)) NAME`) },
  { of: "node", shape: shape(String.raw`\bPreset NAME not found\.`) },
  { of: "node", shape: shape("ESLint couldn't find the (?:plugin|config) NAME") },
  { of: "python", shape: shape(String.raw`\b(?:ModuleNotFoundError|ImportError): No module named NAME`) },
];
