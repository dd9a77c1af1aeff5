import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxKind } from "../../src/agents/sandbox/sandbox.js";
import { plainTextAt } from "../../src/lib/files/folder.js";

export interface Person {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** An engine with a store of its own, in which nothing of the machine's is touched. */
export interface Engine extends Disposable {
  readonly kind: SandboxKind;
  readonly env: Readonly<Record<string, string>>;
  /** Runs the engine's own command. */
  run(
    words: readonly string[],
    input?: string,
  ): { readonly code: number | null; readonly out: string; readonly err: string };
  containers(): readonly string[];
}

/** Why an engine cannot be tried here, or the engine. */
export async function startEngine(kind: SandboxKind, person: Person, root = tmpdir()): Promise<Engine | string> {
  const folder = mkdtempSync(join(root, `untildone-${kind}-`));
  chmodSync(folder, 0o755);
  const started =
    kind === "docker" ? await startDocker(folder) : kind === "podman" ? preparePodman(folder, person) : {};
  const { env = {}, stop = () => undefined } = typeof started === "string" ? {} : started;
  const run: Engine["run"] = (words, input = "") => runAs(person, [kind, ...words], { env, input });
  const dispose = (): void => {
    stop();
    if (kind === "podman") endPodman(folder, person, env);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const engine: Engine = {
    ...{ kind, env, run },
    containers: () =>
      kind === "bwrap" ? [] : run(["ps", "--all", "--format", "{{.Names}}"]).out.split("\n").filter(Boolean),
    [Symbol.dispose]: dispose,
  };
  const problem = typeof started === "string" ? started : tryOut(engine);
  if (problem === null) return engine;
  dispose();
  return problem;
}

function tryOut({ kind, run }: Engine): string | null {
  const words = kind === "bwrap" ? ["--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "true"] : ["version"];
  const { code, err } = run(words);
  return code === 0 ? null : err.trim() || `${kind} is not there`;
}

interface Started {
  readonly env?: Readonly<Record<string, string>>;
  readonly stop?: () => void;
}

/** A daemon without a network of its own, so that it needs none of the machine's rights for that. */
async function startDocker(folder: string): Promise<Started | string> {
  const socket = join(folder, "socket");
  const words = [
    ...["--data-root", join(folder, "data"), "--exec-root", join(folder, "exec"), "--pidfile", join(folder, "pid")],
    ...["--host", `unix://${socket}`, "--group", "", "--storage-driver", "vfs", "--bridge", "none", "--iptables=false"],
  ];
  if (process.getuid?.() !== 0) return "its daemon needs root";
  const daemon = spawn("dockerd", words, { stdio: "ignore" });
  const failed = new Promise<string>((resolve) => {
    daemon.once("error", () => resolve("dockerd is not installed"));
    daemon.once("exit", (code) => resolve(`dockerd exited with ${code}`));
  });
  const env = { DOCKER_HOST: `unix://${socket}` };
  for (let tries = 0; tries < 100; tries++) {
    if (spawnSync("docker", ["version"], { env: { ...process.env, ...env } }).status === 0) {
      chmodSync(socket, 0o666);
      return { env, stop: () => endDaemon(daemon, folder) };
    }
    const problem = await Promise.race([failed, new Promise<null>((resolve) => setTimeout(() => resolve(null), 100))]);
    if (problem !== null) return problem;
  }
  endDaemon(daemon, folder);
  return "dockerd does not answer";
}

/** It leaves the network that containers share with the machine mounted. */
function endDaemon(daemon: ChildProcess, folder: string): void {
  daemon.kill("SIGTERM");
  spawnSync("sh", [
    "-c",
    `for i in $(seq 100); do kill -0 ${daemon.pid} 2> /dev/null || exit 0; sleep 0.1; done; kill -9 ${daemon.pid}`,
  ]);
  spawnSync("umount", ["--quiet", join(folder, "exec/netns/default")], { stdio: "ignore" });
}

/** Settings that work in a container as well: no systemd, no overlay, and the limits that are there. */
function preparePodman(folder: string, { uid, gid }: Person): Started {
  const [config, storage] = [join(folder, "containers.conf"), join(folder, "storage.conf")];
  const limits = 'default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]';
  writeFileSync(
    config,
    `[containers]\n${limits}\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\n`,
  );
  writeFileSync(
    storage,
    `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/root"\nrunroot = "${folder}/run"\nrootless_storage_path = "${folder}/root"\n`,
  );
  for (const name of ["root", "run", "user"]) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    chownSync(join(folder, name), uid, gid);
  }
  const env = { CONTAINERS_CONF: config, CONTAINERS_STORAGE_CONF: storage, XDG_RUNTIME_DIR: join(folder, "user") };
  return { env };
}

/** Without root, files belong to ids that only podman has, and a process holds those. */
function endPodman(folder: string, person: Person, env: RunAs["env"]): void {
  if (person.uid === 0) return;
  runAs(person, ["podman", "unshare", "rm", "-rf", `${folder}/root`], { env, input: "" });
  const holder = Number(plainTextAt(join(folder, "user/libpod/tmp/pause.pid")) ?? "0");
  if (holder > 0) process.kill(holder);
}

interface RunAs {
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

function runAs({ uid, gid, name }: Person, [program = "", ...words]: readonly string[], { env, input }: RunAs) {
  const own = { PATH: process.env["PATH"] ?? "", HOME: env["XDG_RUNTIME_DIR"] ?? tmpdir(), USER: name, ...env };
  const { status, stdout, stderr } = spawnSync(program, words, {
    uid,
    gid,
    env: own,
    input,
    encoding: "utf8",
    cwd: "/",
  });
  return { code: status, out: stdout ?? "", err: stderr ?? "" };
}
