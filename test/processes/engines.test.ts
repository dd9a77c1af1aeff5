import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jsonLines } from "../e2e/cli.js";
import { describeEngines, until } from "../engines/describe-engines.js";
import { hostileCheck, hostileScript, judgeTries, tries } from "../engines/hostile.js";
import { EnginePlace, readEnd } from "../engines/place.js";

const tick = 'sed -i "s/- \\[ \\] \\($1.*\\)/- [x] \\1/" TODO.md';
const work = 'echo 1 > "work-$nonce.txt"';
const aKey = "key-of-the-agent-4711";
const two = "- [ ] T1: one\n- [ ] T2: two\n";

describeEngines("", {}, ({ kind, person, test }) => {
  test("completes with two turns, and a second run sees nothing of the first", async (engine) => {
    using place = new EnginePlace({ engine, person }, `ls -A .ralph >> seen.txt 2> /dev/null; ${work}`, two);
    const first = await place.go();
    expect(first, first.err).toMatchObject({ code: 0, err: "" });
    expect(place.read("TODO.md")).toBe("- [x] T1: one\n- [x] T2: two\n");
    place.write("TODO.md", "- [ ] T3: three\n");
    place.own();
    const second = await place.go();
    expect(second, second.err).toMatchObject({ code: 0 });
    expect(place.read("seen.txt")).toBe("");
    expect(lstatSync(join(place.path, "seen.txt")).uid).toBe(person.uid);
  });

  test("has a home that belongs to the user and is thrown away", async (engine) => {
    const script =
      'mkdir -p "$HOME/.config/x" "$HOME/.cache/y" && touch "$HOME/a" "$HOME/.local/b" && stat -c %u "$HOME" "$HOME/.local" "$HOME/.config" > owners.txt; cat "$HOME/.ssh/id" >> owners.txt';
    using place = new EnginePlace({ engine, person }, `mkdir -p "$HOME/.local"; ${script}; ${work}`);
    const { code, err } = await place.go();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(place.read("owners.txt")).toBe(`${person.uid}\n`.repeat(3));
    expect(existsSync(join(place.home, "a"))).toBe(false);
  });

  test("catches a claim without the work", async (engine) => {
    using place = new EnginePlace({ engine, person }, "true");
    const { code, out, err } = await place.go([
      "--check",
      "never=test -f never.txt",
      "--max-iterations",
      "2",
      "--json",
    ]);
    expect(code, out + err).toBe(1);
    expect(jsonLines(out).filter(({ type }) => type === "iteration-start")).toHaveLength(2);
    expect(place.read("TODO.md")).toBe("- [ ] T1: one\n");
  });

  test("completes in a worktree although the agent ticks its box", async (engine) => {
    using place = new EnginePlace({ engine, person }, `${work}; set -- T1; ${tick}`);
    const { code, out, err } = await place.go(["--worktree"]);
    expect({ code, err }, out).toEqual({ code: 0, err: "" });
  });

  test("completes two tasks at once although the agents tick their boxes", async (engine) => {
    using place = new EnginePlace({ engine, person }, `${work}; sed -i "s/- \\[ \\] /- [x] /" TODO.md`, two);
    const { code, out, err } = await place.go(["--parallel", "2"]);
    expect({ code, err }, out).toEqual({ code: 0, err: "" });
  });

  test("writes a task list in the state folder", async (engine) => {
    using place = new EnginePlace(
      { engine, person },
      `${work}; ls .ralph > seen.txt; sed -n p .ralph/plan.md > copy; sed "s/\\[ \\]/[x]/" copy > .ralph/plan.md; rm copy`,
    );
    place.write(".ralph/plan.md", two);
    place.own();
    const words = place.words([]).map((word) => (word === "TODO.md" ? ".ralph/plan.md" : word));
    const { code, out, err } = await readEnd(place.spawn(words));
    expect({ code, err }, out).toEqual({ code: 0, err: "" });
    expect(place.read("seen.txt")).toBe("plan.md\n");
  });

  test("goes on after the run was killed", async (engine) => {
    using place = new EnginePlace({ engine, person }, `if [ -f second ]; then ${work}; else touch begun; sleep 60; fi`);
    const child = place.spawn(place.words([]));
    await until(() => existsSync(join(place.path, "begun")));
    child.kill("SIGKILL");
    await once(child, "exit");
    await until(() => engine.containers().length === 0);
    place.write("second", "");
    const { code, err } = await place.resume();
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  test("takes back what the agent of a killed run left for others to run", async (engine) => {
    const plant =
      'printf "../.gy\\n" > .git/commondir; mkdir -p .git/objects/info; echo "$HOME/x/.git/objects" > .git/objects/info/alternates; cp /bin/cat suid; chmod u+s suid';
    using place = new EnginePlace({ engine, person }, `[ -f second ] || { ${plant}; touch begun; sleep 60; }; ${work}`);
    const child = place.spawn(place.words([]));
    await until(() => existsSync(join(place.path, "begun")));
    child.kill("SIGKILL");
    await once(child, "exit");
    place.write("second", "");
    const { code, out } = await place.resume();
    expect(code, out).toBe(0);
    expect(out).toMatch(/was cut off: what its agent left/);
    for (const name of ["commondir", "objects/info/alternates"])
      expect(existsSync(join(place.path, ".git", name))).toBe(false);
    expect(lstatSync(join(place.path, "suid")).mode & 0o4000).toBe(0);
  });

  test("stops at Ctrl-C, and goes on later", async (engine) => {
    using place = new EnginePlace({ engine, person }, `if [ -f second ]; then ${work}; else touch begun; sleep 60; fi`);
    const child = place.spawn(place.words(["--grace", "1"]));
    await until(() => existsSync(join(place.path, "begun")));
    let out = "";
    child.stdout?.on("data", (chunk) => {
      out += chunk;
    });
    child.kill("SIGINT");
    await until(() => out.includes("stop"));
    child.kill("SIGINT");
    expect((await readEnd(child)).code).toBe(3);
    place.write("second", "");
    expect((await place.resume()).code).toBe(0);
  });

  test("asks an agent to stop that takes too long, and ends what it left", async (engine) => {
    const script = "trap 'echo asked > log; exit 0' TERM; setsid sleep 4721 & while :; do sleep 0.05; done";
    using place = new EnginePlace({ engine, person }, script);
    const { out } = await place.go(["--timeout", "2", "--grace", "5", "--max-iterations", "1", "--json"]);
    expect(place.read("log")).toBe("asked\n");
    expect(jsonLines(out).find(({ type }) => type === "agent-end")).toMatchObject({
      how: expect.stringContaining("not done after 2s"),
    });
    expect(spawnSync("pgrep", ["-f", "sleep 4721"]).status).toBe(1);
  });

  test("has no network if told so", async (engine) => {
    using place = new EnginePlace({ engine, person }, `grep -c : /proc/net/dev > seen.txt; ${work}`);
    expect((await place.go(["--sandbox-network", "off"])).code).toBe(0);
    expect(place.read("seen.txt")).toBe("1\n");
  });

  test("keeps what a hostile agent tries from the rest of the machine, as SECURITY.md says", async (engine) => {
    using place = new EnginePlace({ engine, person }, "true");
    const [socket, other] = [join(place.tools, "../untildone-try.sock"), `${place.path}-other`];
    const servers = [createServer().listen(0, "127.0.0.1"), createServer().listen(socket)];
    await Promise.all(servers.map((server) => once(server, "listening")));
    mkdirSync(other);
    writeFileSync(join(other, "secret"), "x");
    const address = servers[0]?.address();
    const port = typeof address === "object" && address ? `${address.port}` : "";
    const facts = { OTHER: other, SOCKET: socket, PORT: port, STATE: place.stateHome, OWN_HOME: place.home };
    place.agent(hostileScript(facts));
    place.write("loop.pid", "");
    place.write("check.sh", hostileCheck);
    place.own();
    const checks = ["--check", "first=sh check.sh", "--check", "second=sh check.sh"];
    const child = place.spawn(place.words([...checks, "--sandbox-env", "AGENT_API_KEY"]), { AGENT_API_KEY: aKey });
    place.write("loop.pid", `${child.pid}`);
    const { code, out, err } = await readEnd(child);
    for (const server of servers) server.close();
    rmSync(other, { recursive: true });
    expect(code, out + err).toBe(0);
    expect(place.read("tested.txt")).toMatch(/^ran\nran\n/); // What one left, the other would find.
    expect(judgeTries(place)).toEqual(tries.filter(({ works }) => works?.[kind]).map(({ name }) => name));
  });

  test("reads and writes no list to which the agent put a link", async (engine) => {
    const lead = 'mkdir -p old; [ -L TODO.md ] || { mv TODO.md old; ln -s "$HOME/plan.md" TODO.md; }';
    using place = new EnginePlace({ engine, person }, `${lead}; ${work}`, two);
    writeFileSync(join(place.home, "plan.md"), "- [ ] T1: one\n- [ ] T2: the private plan\n");
    place.own();
    const { code, out } = await place.go();
    expect(code, out).toBe(0);
    expect(out).toContain("was led to");
    expect(readFileSync(join(place.home, "plan.md"), "utf8")).not.toContain("[x]");
    expect(place.read("TODO.md")).toBe("- [x] T1: one\n- [x] T2: two\n");
  });

  test("starts no program that the agent put on its path", async (engine) => {
    const names = ["git", "sh", "grep", "sleep", "cut", kind];
    // Outside, what it is called for is done all the same.
    const put = `for each in ${names.join(" ")}; do printf '#!/bin/sh\\n[ "$IS_SANDBOX" ] || touch "%s/started-%s"\\nPATH=\${PATH#*:} exec %s "$@"\\n' "$PWD" $each $each > node_modules/.bin/$each; chmod +x node_modules/.bin/$each; done`;
    using place = new EnginePlace({ engine, person }, `${put}; ${work}`, two);
    place.write("node_modules/.bin/own-tool", "");
    place.own();
    const folder = join(place.path, "node_modules/.bin");
    const { out } = await place.go(["--max-iterations", "2"], { PATH: `${folder}:${process.env["PATH"]}` });
    expect(existsSync(join(folder, "git")), out).toBe(true);
    expect(readdirSync(place.path).filter((name) => name.startsWith("started-"))).toEqual([]);
  });

  test("does not start from a program that the agent could change", async (engine) => {
    using place = new EnginePlace({ engine, person }, work);
    cpSync("dist", join(place.path, "node_modules/untildone/dist"), { recursive: true });
    place.own();
    const own = join(place.path, "node_modules/untildone/dist/cli.cjs");
    const { code, err } = await readEnd(place.spawn(place.words([]), {}, place.path, own));
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("could change the program that judges"),
    });
  });

  test("cannot be led away from its state folder in a part of a larger repository", async (engine) => {
    const lead =
      "(cd ../..; mv packages old; mkdir -p packages/a/.ralph; echo x > packages/a/.ralph/mine) 2> /dev/null";
    using place = new EnginePlace({ engine, person }, `${lead}; ${work}`);
    place.write("packages/a/TODO.md", "- [ ] T1: one\n");
    place.commitAll();
    const part = join(place.path, "packages/a");
    const inode = lstatSync(part).ino;
    const { code, err } = await readEnd(place.spawn(place.words([]), {}, part));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(lstatSync(part).ino).toBe(inode);
    expect(existsSync(join(part, ".ralph/mine"))).toBe(false);
  });

  test("refuses an agent that is not inside", async (engine) => {
    using place = new EnginePlace({ engine, person }, "true");
    const { code, err } = await readEnd(place.spawn(place.words(["--command", "no-such-agent"])));
    expect(code).toBe(2);
    expect(err).toMatch(
      kind === "bwrap" ? /no-such-agent is not installed/ : /no-such-agent is not in the image agents:1/,
    );
  });

  test("is opened by doctor, which looks for the agent inside", async (engine) => {
    using place = new EnginePlace({ engine, person }, "true");
    const look = (command: string) =>
      readEnd(place.spawn(["doctor", "--no-checks", "--tasks", "TODO.md", "--command", command, ...place.inside()]));
    const found = await look(join(place.tools, "my-agent"));
    expect(found, found.out).toMatchObject({ code: 0 });
    expect(found.out).toMatch(new RegExp(`sandbox ${kind}\\s+was opened, and ran two commands`));
    expect(found.out).toMatch(/reach\s+(?:a network of its own|no network|the network of this machine)/);
    const missing = await look("no-such-agent");
    expect(missing).toMatchObject({ code: 1, out: expect.stringContaining("no-such-agent is not in the") });
  });

  if (kind === "bwrap") return;

  test("refuses an image that is not there", async (engine) => {
    using place = new EnginePlace({ engine, person, image: "other:1" }, "true");
    const { code, err } = await place.go();
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("there is no image other:1 here") });
  });

  test("ends the run if the container vanishes, which is no task's fault", async (engine) => {
    using place = new EnginePlace(
      { engine, person },
      `if [ -f second ]; then ${work}; else touch begun; sleep 60; fi`,
      two,
    );
    const child = place.spawn(place.words([]));
    const ended = readEnd(child);
    await until(() => existsSync(join(place.path, "begun")));
    engine.run(["rm", "--force", ...engine.containers()]);
    const { code, err, out } = await ended;
    expect({ code, err }, out).toMatchObject({ code: 2, err: expect.stringContaining("the sandbox is gone") });
    expect(out).not.toMatch(/set aside/);
    place.write("second", "");
    expect((await place.resume()).code).toBe(0);
    expect(place.read("TODO.md")).toBe("- [x] T1: one\n- [x] T2: two\n");
  });
});

it("says in SECURITY.md what a hostile agent reaches", () => {
  const rows = tries.map(({ name, works }) => {
    const cells = ["bwrap", "docker", "podman"] as const;
    return `| ${name} | ${cells.map((kind) => works?.[kind] ?? "no").join(" | ")} |`;
  });
  expect(readFileSync("SECURITY.md", "utf8")).toContain(rows.join("\n"));
});
