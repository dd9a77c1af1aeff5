// Repositories as other people have them: each is worked on like any other.
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const verify = `for file in parts/*.txt; do grep -q whole "$file" || exit 1; done\n`;

const put = (folder, files) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};

/** Name, how the repository is begun, and what is in it beside its list. */
const shapes = [
  { name: "other-branch", branch: "trunk/next" },
  { name: "sha256", init: ["--object-format=sha256"] },
  {
    name: "python",
    make: (folder) =>
      put(folder, {
        "pyproject.toml": '[project]\nname = "shop"\nversion = "1.0"\n',
        "shop/__init__.py": "def total(prices):\n    return sum(prices)\n",
        "tests/test_shop.py": "from shop import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n",
      }),
  },
  {
    name: "odd-names",
    make: (folder) => {
      put(folder, { "a b\tc/ä ö.txt": "x\n", "-rf": "x\n", "quote'\".txt": "x\n" });
      // No UTF-8: a name of the time before it.
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x6d, 0xfc, 0x6c, 0x6c])]), "x\n");
    },
  },
  {
    name: "lfs-without-lfs",
    make: (folder) =>
      put(folder, {
        ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
        "big.bin": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`,
      }),
  },
  {
    name: "links-and-lines",
    list: (ids) => ids.map((id) => `* [ ] ${id}: write part ${id}\r\n`).join(""),
    make: (folder) => {
      symlinkSync("/etc/hostname", join(folder, "out"));
      symlinkSync("nowhere", join(folder, "dangling"));
      put(folder, { ".gitattributes": "* text=auto eol=lf\nTODO.md -text\n" });
    },
  },
  { name: "shallow", clone: ["--depth", "1"], commits: 3 },
  { name: "submodule", submodule: true },
];

/** Makes one bare repository of each shape. `git` runs git in a folder and gives what it prints. */
export function makeForeign(folder, { git, first, script, makeSteps }) {
  return shapes.map((shape, at) => {
    const ids = [1, 2].map((task) => `T${(first + at) * 1000 + task}`);
    for (const id of ids) script[id] = makeSteps(id, 0.5);
    const source = join(folder, `${shape.name}.src`);
    put(source, { "parts/0.txt": "whole\n", "verify.sh": verify });
    const list = shape.list ?? ((all) => all.map((id) => `- [ ] ${id}: write part ${id}\n`).join(""));
    put(source, { "TODO.md": list(ids) });
    shape.make?.(source);
    const { branch = "main" } = shape;
    git(source, "init", "-q", "-b", branch, ...(shape.init ?? []));
    if (shape.submodule) addSubmodule(folder, source, git);
    git(source, "add", "-A");
    git(source, "commit", "-qm", "Begin");
    for (let more = 1; more < (shape.commits ?? 1); more++) git(source, "commit", "-q", "--allow-empty", "-m", "More");
    const bare = join(folder, `${shape.name}.git`);
    git(folder, "clone", "-q", "--bare", ...(shape.clone ?? []), `file://${source}`, bare);
    return { name: shape.name, bare, ids, branch };
  });
}

function addSubmodule(folder, source, git) {
  const lib = join(folder, "library.src");
  put(lib, { "code.txt": "code\n" });
  git(lib, "init", "-q", "-b", "main");
  git(lib, "add", "-A");
  git(lib, "commit", "-qm", "Begin");
  git(source, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", lib, "lib");
}

/** What git does not keep for us is looked at here: that nothing beside the work has changed. */
export function changedBeside({ bare, branch, ids }, common) {
  const words = ["-c", "core.quotePath=false", "diff", "--name-only", "-z", branch, common];
  const { stdout } = spawnSync("git", words, { cwd: bare, encoding: "latin1" });
  const own = new Set(["TODO.md", ...ids.map((id) => `parts/${id}.txt`)]);
  return stdout.split("\0").filter((name) => name !== "" && !own.has(name));
}
