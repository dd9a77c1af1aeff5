import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { Workplace } from "../e2e/cli.js";

const place = new Workplace();
place.write("TODO.md", "");
place.write("a file.json", "");
mkdirSync(`${place.path}/folder`);
afterAll(() => place[Symbol.dispose]());

const scripts = Object.fromEntries(
  ["bash", "zsh", "fish"].map((shell) => [
    shell,
    place.write(`.git/${shell}`, place.runProcess(["completions", shell]).out),
  ]),
);

/** What bash offers for these words, of which the last is being typed. */
function completeInBash(...words: readonly string[]): readonly string[] {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const { stdout, stderr } = spawnSync(
    "bash",
    [
      "--norc",
      "-uc",
      `source ${scripts["bash"]}; COMP_WORDS=(${quoted}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _untildone; [ \${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    { cwd: place.path, encoding: "utf8" },
  );
  expect(stderr).toBe("");
  return stdout.split("\n").filter(Boolean);
}

const commands = [...place.runProcess(["--help"]).out.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = ""]) => name);

it("completes every command", () => {
  expect(
    completeInBash("untildone", "")
      .filter((word) => !word.startsWith("-"))
      .sort(),
  ).toEqual([...commands].sort());
  expect(completeInBash("untildone", "re")).toEqual(["report", "replay", "reset"]);
});

it.each(commands)("completes every flag of %s", (command) => {
  const [, options = ""] = place.runProcess([command, "--help"]).out.split(/\n(?:Options|What to do)\n([\s\S]*)/);
  const flags = [...options.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag = ""]) => flag);
  expect([...completeInBash("untildone", command, "--")].toSorted()).toEqual(flags.toSorted());
});

it.each([
  [
    ["run", "--agent", "cl"],
    ["claude", "cline"],
  ],
  [["run", "--agent", "=", "cod"], ["codex"]],
  [
    ["run", "--permissions", "="],
    ["all", "edit", "read"],
  ],
  [["run", "--policy", "st"], ["standard"]],
  [["check", "--policy", "c"], ["cub"]],
  [
    ["run", "--checkpoint", ""],
    ["commit", "branch"],
  ],
  [["run", "--sandbox", "d"], ["docker"]],
  [["run", "--notify", "w"], ["webhook="]],
  [["run", "--script", "a"], ["a file.json"]],
  [["run", "--tasks", "T"], ["TODO.md"]],
  [["run", "--dir", ""], ["folder"]],
  [["run", "--model", ""], []],
  [
    ["run", "--strict", "--max-t"],
    ["--max-time", "--max-tokens"],
  ],
  [["history", "--outcome", "st"], ["stuck"]],
  [
    ["breaker", "t"],
    ["track", "trip"],
  ],
  [["config", "notify.w"], ["notify.webhook"]],
  [
    ["completions", ""],
    ["bash", "zsh", "fish"],
  ],
  [["analyze", "T"], ["TODO.md"]],
  [["pause", ""], []],
  [["tell", ""], []],
  [["nothing", "--"], []],
  [
    ["fleet", "s"],
    ["submit", "status", "serve"],
  ],
  [
    ["fleet", "drain", "--"],
    ["--end", "--redis-file", "--fleet", "--insecure-redis", "--dir", "--debug", "--help"],
  ],
  [["fleet", "worker", "--agent", "cod"], ["codex"]],
  [["fleet", "nothing", "--"], []],
] as const)("offers for %j: %j", (words, offered) => {
  const found = completeInBash("untildone", ...words).filter((name) => name !== ".git");
  expect(found).toEqual(offered);
});

it("names a shell, or is told which there are", () => {
  expect(place.runProcess(["completions"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("no shell was named"),
  });
  expect(place.runProcess(["completions", "bsh"])).toMatchObject({ code: 2, err: expect.stringContaining("bash") });
});

it.each(["zsh", "fish"])("writes a script that %s can read", (shell) => {
  const { status, stderr, error } = spawnSync(shell, ["-n", scripts[shell] ?? ""], { encoding: "utf8" });
  if (error) {
    console.warn(`${shell} is not installed: its completions are not tried`);
    return;
  }
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it("has each flag with its values for zsh and fish", () => {
  const { zsh = "", fish = "" } = Object.fromEntries(
    Object.keys(scripts).map((shell) => [shell, place.read(`.git/${shell}`)]),
  );
  expect(zsh).toContain("'--permissions=[what the agent may do without asking]:WORD:(all edit read)'");
  expect(zsh).toContain(
    "'*--notify=[tell you when the run ends, needs you or waits long]:HOW:(bell osc9 webhook= ntfy= command=)'",
  );
  expect(fish).toContain(
    "complete -c untildone -n '__fish_seen_subcommand_from run' -l permissions -x -a 'all edit read' -d",
  );
  expect(fish).toContain("complete -c untildone -n '__fish_seen_subcommand_from run' -l script -r -F -d");
  // Every quote is closed.
  for (const line of [...zsh.split("\n"), ...fish.split("\n")].filter((each) => !each.startsWith("#")))
    expect(line.replaceAll(/\\['\\]/g, "").match(/'/g)?.length ?? 0, line).toSatisfy((count) => count % 2 === 0);
});
