import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { describeEngines, until } from "../engines/describe-engines.js";
import { EnginePlace, readEnd } from "../engines/place.js";

const work = "echo 1 > work.txt";
/** Tells in which namespace it runs, and whether it reaches the key. */
const tell = (place: EnginePlace, who: string): string =>
  `echo "AT ${who} $(readlink /proc/self/ns/pid) $PWD"; cat "${place.home}/.ssh/id" && echo "REACHED ${who}"`;
/** What commands told, in the logs of the run. */
const told = (place: EnginePlace): readonly string[] => {
  const folder = join(place.path, ".ralph/logs");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".log"));
  return names.flatMap((name) => readFileSync(join(folder, name), "utf8").match(/^(?:AT|REACHED) .*$/gm) ?? []);
};
const ownSpace = readlinkSync("/proc/self/ns/pid");

describeEngines(": checks", {}, ({ kind, person, test }) => {
  test("run inside, in copies, too: checks, verify commands and setup", async (engine) => {
    using place = new EnginePlace({ engine, person }, `[ -f setup.log ] && ${work}`);
    place.write("TODO.md", "- [ ] T1: one\n  - [ ] it is there (verify: `sh verify.sh`)\n");
    place.write(".gitignore", ".ralph/\n*.log\n");
    place.write("verify.sh", `${tell(place, "verify")}\ntest -f work.txt\n`);
    place.write("check.sh", `${tell(place, "check")}\nexit 0\n`);
    place.commitAll();
    const setup = `! cat ${place.home}/.ssh/id && readlink /proc/self/ns/pid > setup.log`;
    const { code, out, err } = await place.go(["--worktree", "--setup", setup, "--check", "own=sh check.sh"]);
    expect({ code, err }, out).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/task T1 done with its parts, verified/);
    const lines = told(place);
    expect(lines.filter((line) => line.startsWith("REACHED"))).toEqual([]);
    expect(new Set(lines.map((line) => line.split(" ")[1]))).toEqual(new Set(["verify", "check"]));
    expect(lines.filter((line) => line.includes(ownSpace))).toEqual([]);
  });

  test("catch a lie that the agent's own word would cover", async (engine) => {
    using place = new EnginePlace({ engine, person }, "true");
    place.write("TODO.md", "- [ ] T1: one\n  - [ ] it is there (verify: `test -f work.txt`)\n");
    place.own();
    const { code, out } = await place.go(["--max-iterations", "2"]);
    expect(code, out).toBe(1);
    expect(place.read("TODO.md")).toContain("- [ ] T1: one");
  });

  test("are made by a judge that reads the project, and writes nothing", async (engine) => {
    using place = new EnginePlace({ engine, person }, work);
    const judge = place.tool(
      "my-judge",
      `cat > /dev/null; { ${tell(place, "judge")}; echo x > judged.txt; } >&2; echo '{"verdict":"pass","reason":"ok"}'`,
    );
    const { code, out, err } = await place.go(["--set", `checks.judge=${JSON.stringify({ command: judge })}`]);
    expect({ code, err }, out).toEqual({ code: 0, err: "" });
    expect(readdirSync(place.path)).not.toContain("judged.txt");
    expect(told(place).map((line) => line.split(" ")[1])).toContain("judge");
    expect(told(place).filter((line) => line.startsWith("REACHED") || line.includes(ownSpace))).toEqual([]);
  });

  test("have the network only if they ask for it", async (engine) => {
    using place = new EnginePlace({ engine, person }, work);
    const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    place.write("connect.sh", `bash -c "exec 3<> /dev/tcp/127.0.0.1/${port}"\n`);
    place.write("alone.sh", "! sh connect.sh\n");
    place.own();
    const online = JSON.stringify({ command: "sh connect.sh", network: true });
    const { code, out, err } = await place.go([
      ...["--sandbox-network", "host", "--check", "alone=sh alone.sh", "--set", `checks.online=${online}`],
    ]);
    server.close();
    expect({ code, err }, out).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/online\s+passes/);
    expect(out).toMatch(/alone\s+passes/);
  });

  if (kind === "bwrap") return;

  test("end the run if their container vanishes, which is no task's fault", async (engine) => {
    using place = new EnginePlace({ engine, person }, `touch begun; until [ -f go ]; do sleep 0.1; done; ${work}`);
    const child = place.spawn(place.words(["--check", "own=test -d .git", "--set", "checkEachTurnSeconds=30"]));
    const ended = readEnd(child);
    await until(() => existsSync(join(place.path, "begun")));
    const rooms = engine.containers().filter((name) => name.endsWith("-checks"));
    engine.run(["rm", "--force", ...rooms]);
    place.write("go", "");
    expect(rooms).toHaveLength(1);
    const { code, err, out } = await ended;
    expect({ code, err }, out).toMatchObject({ code: 2, err: expect.stringContaining("the sandbox is gone") });
    // A limit of the sandbox may not hold here, which is told.
    expect(out).not.toMatch(/set aside|(?<!sandbox )does not hold/);
    expect((await place.resume()).code).toBe(0);
  });
});
