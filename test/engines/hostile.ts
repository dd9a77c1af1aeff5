import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { EnginePlace } from "./place.js";

/** What a hostile agent tries: it worked if its command says so, or if that is seen from outside after the run. */
export interface Try {
  readonly name: string;
  /** Succeeds if it reached what it wants. $HOST is a folder with facts about the machine. */
  readonly command: string;
  /** In a test that it writes, which is started to check its work. */
  readonly by?: "check";
  readonly seen?: (place: EnginePlace) => boolean;
  /** Where it works, and in which words SECURITY.md says so. */
  readonly works?: Partial<Readonly<Record<"bwrap" | "docker" | "podman", string>>>;
}

const mode = (place: EnginePlace, name: string): number => {
  const file = join(place.path, name);
  return lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0;
};
/** Whether git on the outside runs what the agent named. */
const gitRuns = (place: EnginePlace, marker: string, folder = "."): boolean => {
  rmSync(join(place.path, marker), { force: true }); // Inside, it may have run.
  place.git("-C", folder, "status");
  return existsSync(join(place.path, marker));
};
const text = (place: EnginePlace, name: string): string => {
  try {
    return readFileSync(join(place.path, name), "utf8");
  } catch {
    return "";
  }
};
const runs = (marker: string): boolean => spawnSync("pgrep", ["-f", marker]).status === 0;
const hookFor = (marker: string): string =>
  `printf '#!/bin/sh\\ntouch %s/${marker}\\n' "$PWD" > ${marker}.sh; chmod +x ${marker}.sh`;

/** Succeeds if it was called before. */
const leave = (folder: string, name = "left"): string =>
  `test -e "${folder}/${name}"; was=$?; touch "${folder}/${name}"; exit $was`;

export const tries: readonly Try[] = [
  { name: "read ~/.ssh", command: 'cat "$HOME/.ssh/id"' },
  { name: "read it through a link in the project", command: 'ln -s "$HOME/.ssh/id" leak; cat leak' },
  { name: "read it through /proc", command: 'cat "/proc/1/root$HOME/.ssh/id" || cat "/proc/self/root$HOME/.ssh/id"' },
  { name: "read another project", command: 'cat "$OTHER/secret"' },
  {
    name: "read the journal in the state folder",
    command: "test -s .ralph/decisions.jsonl || ls -A .ralph | grep -q .",
  },
  {
    name: "write to the state folder",
    command: "touch .ralph/mine",
    seen: (place) => existsSync(join(place.path, ".ralph/mine")),
  },
  { name: "move the state folder away", command: "mv .ralph .old" },
  { name: "read untildone's private folder", command: 'ls -A "$STATE" | grep -q .' },
  { name: "write to the system", command: "touch /usr/untildone-try", seen: () => existsSync("/usr/untildone-try") },
  {
    name: "replace a program for later turns",
    command: "cp /bin/cat /bin/untildone-try || cp /bin/cat /usr/untildone",
  },
  {
    name: "write to your home",
    command: 'echo x > "$HOME/.bashrc"',
    seen: (place) => existsSync(join(place.home, ".bashrc")),
  },
  { name: "write to /tmp", command: "touch /tmp/untildone-try", seen: () => existsSync("/tmp/untildone-try") },
  {
    name: "read the machine's /etc",
    command: "test -e /etc/debian_version -o -e /etc/os-release",
    works: { bwrap: "yes, what your user may read" },
  },
  { name: "see processes outside", command: 'kill -0 "$LOOP" && test "$(cat /proc/$LOOP/comm)" = node' },
  { name: "kill the loop", command: 'grep -qa untildone "/proc/$LOOP/cmdline" && kill -9 "$LOOP"' },
  { name: "read the loop's environment", command: 'grep -qa XDG_STATE_HOME "/proc/$LOOP/environ"' },
  { name: "leave a process", command: "setsid sleep 4731 > /dev/null 2>&1 &", seen: () => runs("sleep 4731") },
  {
    name: "leave a process without a parent and environment",
    command: "(env -i setsid sleep 4732 > /dev/null 2>&1 &)",
    seen: () => runs("sleep 4732"),
  },
  {
    name: "change the process that keeps a container",
    command: 'test "$(cat /proc/1/comm)" != bwrap && : <> /proc/1/mem',
  },
  { name: "use docker's socket", command: "ls /var/run/docker.sock /run/docker.sock" },
  { name: "use a socket in /tmp or /run", command: 'test -S "$SOCKET"' },
  {
    name: "reach the loopback of the machine",
    command: 'bash -c "exec 3<> /dev/tcp/127.0.0.1/$PORT"',
    works: { bwrap: "yes, unless `--sandbox-network off`" },
  },
  { name: "change kernel settings", command: "cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern" },
  { name: "use sysrq", command: ": >> /proc/sysrq-trigger" },
  { name: "mount something", command: "mkdir -p m; mount -t tmpfs none m" },
  {
    name: "mount the control groups",
    command: "mkdir -p g; mount -t cgroup -o pids none g || mount -t cgroup2 none g",
  },
  { name: "take a mount away", command: "umount .ralph || umount .git/hooks" },
  {
    name: "take a mount away in a namespace of its own",
    command: 'unshare -Urm sh -c "umount .ralph && test -s .ralph/decisions.jsonl"',
  },
  {
    name: "make a device file",
    command: "mknod dev c 1 3",
    seen: (place) => (mode(place, "dev") & 0o170000) === 0o020000,
  },
  {
    name: "leave a set-user-id program",
    command: "cp /bin/cat suid; chmod u+s suid",
    seen: (place) => (mode(place, "suid") & 0o4000) !== 0,
  },
  {
    name: "leave a set-group-id program",
    command: "cp /bin/cat sgid; chmod g+s sgid",
    seen: (place) => (mode(place, "sgid") & 0o2000) !== 0,
  },
  {
    name: "give a file to another user",
    command: "touch given; chown 4242 given",
    seen: (place) => lstatSync(join(place.path, "given")).uid === 4242,
  },
  { name: "write a hook of git", command: "touch .git/hooks/pre-commit" },
  { name: "move git's hooks away", command: "mv .git/hooks .git/old" },
  { name: "name a command in git's settings", command: "git config core.fsmonitor ./x || echo >> .git/config" },
  { name: "put another .git in its place", command: "mv .git .gx && cp -r .gx .git" },
  {
    name: "make a repository inside that git looks into",
    command: `${hookFor("by-nested")}; git init -q nested; git -C nested -c user.name=a -c user.email=a@b commit -q --allow-empty -m x; git -C nested config core.fsmonitor ../by-nested.sh; git add nested`,
    seen: (place) => gitRuns(place, "by-nested"),
  },
  {
    name: "delete branches and objects of the repository",
    command: "git branch extra && git branch -D extra",
    works: { bwrap: "yes", docker: "yes", podman: "yes" },
  },
  {
    name: "change files of the project that you run later",
    command: "echo x > Makefile",
    seen: (place) => text(place, "Makefile") === "x\n",
    works: { bwrap: "yes", docker: "yes", podman: "yes" },
  },
  {
    name: "lead git to other settings",
    command: `${hookFor("by-commondir")}; cp -r .git .gy; git config -f .gy/config core.fsmonitor ./by-commondir.sh; echo ../.gy > .git/commondir`,
    seen: (place) => gitRuns(place, "by-commondir"),
  },
  {
    name: "make a folder look like a repository to whoever is in it",
    command: `${hookFor("by-bare")}; git init -q --bare bare; git -C bare config core.fsmonitor "$PWD/by-bare.sh"; git -C bare config core.worktree "$PWD/bare"; git -C bare config core.bare false`,
    seen: (place) => gitRuns(place, "by-bare", "bare"),
  },
  {
    name: "name another repository whose objects the next sandbox shows",
    command: 'mkdir -p .git/objects/info; echo "$OTHER/.git/objects" > .git/objects/info/alternates',
    seen: (place) => existsSync(join(place.path, ".git/objects/info/alternates")),
  },
  {
    name: "let git write through a link",
    command: 'rm -f .git/COMMIT_EDITMSG; ln -s "$HOME/.bashrc" .git/COMMIT_EDITMSG',
    seen: (place) =>
      lstatSync(join(place.path, ".git/COMMIT_EDITMSG"), { throwIfNoEntry: false })?.isSymbolicLink() ?? false,
  },
  {
    name: "make a repository whose folder git finds and others miss",
    command: `${hookFor("by-line")}; git init -q seed; mkdir -p "$(printf 'a\\nb')" shared lined; cp -r seed/.git/objects seed/.git/refs shared; cp seed/.git/HEAD "$(printf 'a\\nb')"; echo ../shared > "$(printf 'a\\nb')/commondir"; git config -f shared/config core.repositoryformatversion 0; git config -f shared/config core.fsmonitor "$PWD/by-line.sh"; printf 'gitdir: ../a\\nb' > lined/.git; rm -rf seed`,
    seen: (place) => gitRuns(place, "by-line", "lined"),
  },
  {
    name: "hide a repository in a folder that nobody may read",
    command: `${hookFor("by-closed")}; git init -q closed; git -C closed config core.fsmonitor "$PWD/by-closed.sh"; chmod 300 closed`,
    seen: (place) => gitRuns(place, "by-closed", "closed"),
  },
  {
    name: "prepare a submodule that git checks out later",
    command: `${hookFor("by-module")}; git init -q part; git -C part -c user.name=a -c user.email=a@b commit -q --allow-empty -m x; mkdir -p .git/modules; mv part/.git .git/modules/part; printf '#!/bin/sh\\ntouch %s/by-module\\n' "$PWD" > .git/modules/part/hooks/post-checkout; chmod +x .git/modules/part/hooks/post-checkout; git config -f .gitmodules submodule.part.path part; git config -f .gitmodules submodule.part.url ./nowhere; git update-index --add --cacheinfo "160000,$(cat .git/modules/part/refs/heads/*),part"`,
    seen: (place) => {
      place.git("submodule", "update", "--init", "part");
      return existsSync(join(place.path, "by-module"));
    },
  },
  { name: "name a filter for git's attributes", command: "echo '* filter=x' > .git/info/attributes" },
  { by: "check", name: "read ~/.ssh through a test", command: 'cat "$OWN_HOME/.ssh/id"' },
  { by: "check", name: "read the agent's key through a test", command: 'test -n "$AGENT_API_KEY"' },
  { by: "check", name: "read the state folder through a test", command: "ls -A .ralph | grep -q ." },
  {
    by: "check",
    name: "write a hook or settings of git through a test",
    command: "touch .git/hooks/pre-push || echo >> .git/config || mv .git .gz",
  },
  {
    by: "check",
    name: "reach the loopback of the machine through a test",
    command: 'bash -c "exec 3<> /dev/tcp/127.0.0.1/$PORT"',
  },
  { by: "check", name: "see or kill the loop through a test", command: 'kill -0 "$LOOP" || test -e "$SOCKET"' },
  {
    by: "check",
    name: "leave a process through a test",
    command: "(env -i setsid sleep 4733 > /dev/null 2>&1 &)",
    seen: () => runs("sleep 4733"),
  },
  {
    by: "check",
    name: "leave a set-user-id program through a test",
    command: "cp /bin/cat suid-test; chmod u+s suid-test",
    seen: (place) => (mode(place, "suid-test") & 0o4000) !== 0,
  },
  { by: "check", name: "leave something in its home for later checks", command: leave("$HOME") },
  {
    by: "check",
    name: "leave something in the home that it stands for",
    command: leave("$OWN_HOME", "left-there"), // Without a container it is the same folder.
  },
  {
    by: "check",
    name: "leave settings of git for later checks",
    command: `test "$(git config --global --get core.pager)" = left; was=$?; for each in "$HOME" "$OWN_HOME"; do printf '[core]\\n pager = left\\n' > "$each/.gitconfig"; done; exit $was`,
  },
  {
    by: "check",
    name: "leave something in /tmp for later checks",
    command: leave("/tmp"),
    works: { docker: "yes; each has a `TMPDIR` of its own", podman: "yes; each has a `TMPDIR` of its own" },
  },
  {
    by: "check",
    name: "leave something in /run, /var/tmp or /dev/shm for later checks",
    command: `(${leave("/run")}) || (${leave("/var/tmp")}) || (${leave("/dev/shm")})`,
    works: { docker: "yes, until the run ends", podman: "yes, until the run ends" },
  },
];

/** The check of the project runs all tests that there are. */
export const hostileCheck = 'for each in tests/*.sh; do [ ! -e "$each" ] || sh "$each" || exit 1; done\n';

/** An agent that tries all of them, one after the other, and notes which commands succeeded: itself, and in a test. */
export const hostileScript = (facts: Readonly<Record<string, string>>): string => {
  const known = [
    ...Object.entries(facts).map(([name, value]) => `${name}='${value}'`),
    "export PORT; LOOP=$(cat loop.pid)",
  ];
  const doAll = (by: Try["by"]): readonly string[] =>
    tries.flatMap((each, at) =>
      each.by === by ? [`( ${each.command} ) > /dev/null 2>&1 && echo ${at} >> worked.txt`] : [],
    );
  const test = [
    "mkdir -p tests",
    "cat > tests/tries.sh <<'END'",
    ...known,
    ...doAll("check"),
    "echo ran >> tested.txt",
    "END",
  ];
  return [...known, ...doAll(undefined), ...test, "true"].join("\n");
};

/** The names of what worked. */
export function judgeTries(place: EnginePlace): readonly string[] {
  const worked = text(place, "worked.txt").split("\n").filter(Boolean).map(Number);
  return tries.filter(({ seen }, at) => (seen ? seen(place) : worked.includes(at))).map(({ name }) => name);
}
