import type { Invocation } from "../agent.js";
import { insideVariables, type Mount, type SandboxPlan } from "./sandbox.js";

/** What programs need of the system. All else is not there. */
const systemFolders = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/gnu", "/snap"],
];

/** Kernel settings, which root could change even without capabilities. */
const kernelFiles = ["sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi"].map((name) => `/proc/${name}`);

/** Root keeps access to the files of others in the project, and nothing that leads out. */
const rootCapabilities = ["ALL", "CAP_DAC_OVERRIDE", "CAP_CHOWN", "CAP_FOWNER"].flatMap((name) => [
  name === "ALL" ? "--cap-drop" : "--cap-add",
  name,
]);

/** bubblewrap: one sandbox per turn. Without our variables, and with none of their values in the arguments. */
export function wrapInBwrap({ words, stdin, env }: Invocation, plan: SandboxPlan): Invocation {
  const dropped = Object.fromEntries(
    plan.env.dropped.filter((name) => name !== "PATH").map((name) => [name, undefined]),
  );
  return {
    words: ["bwrap", ...bwrapOptions(plan), "--", ...words],
    stdin,
    env: { ...dropped, ...insideVariables, ...env },
  };
}

function bwrapOptions({ cwd, mounts, network, user, path }: SandboxPlan): readonly string[] {
  return [
    ...["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network === "off" ? ["--unshare-net"] : []),
    ...(user?.uid === 0 ? rootCapabilities : []),
    ...systemFolders.flatMap((folder) => ["--ro-bind-try", folder, folder]),
    ...["--dev", "/dev", "--proc", "/proc"],
    ...kernelFiles.flatMap((file) => ["--ro-bind-try", file, file]),
    ...["--tmpfs", "/tmp", "--tmpfs", "/var/tmp", "--tmpfs", "/run"],
    ...mounts.flatMap(bindOption),
    ...mounts.filter(({ as }) => as === "empty").flatMap(({ path }) => ["--remount-ro", path]),
    ...["--remount-ro", "/", "--chdir", cwd],
    // Outside, we leave out the folders of the project.
    ...(path === undefined ? [] : ["--setenv", "PATH", path]),
  ];
}

function bindOption({ path, as }: Mount): readonly string[] {
  if (as === "write") return ["--bind", path, path];
  return as === "read" ? ["--ro-bind", path, path] : ["--tmpfs", path];
}

export const bwrapSystemFolders: readonly string[] = systemFolders;
