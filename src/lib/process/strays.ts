import {
  type ProcessRow,
  type ProcessTable,
  readCgroup,
  readEnvironment,
  readProcess,
  readUser,
  worksIn,
} from "./list-processes.js";

/** A command, as far as it says which processes came from it. */
export interface Origin {
  readonly pid: number;
  /** When it started, by the kernel's clock; null if unknown. */
  readonly start: number | null;
  /** The folder it works in. */
  readonly folder: string;
}

export interface Strays {
  /** Came from the command. */
  readonly ours: readonly number[];
  /** Work in its folder, but look like a person's: not certain enough to end them. */
  readonly unsure: readonly number[];
}

const none: Strays = { ours: [], unsure: [] };

/**
 * Processes that left the group, the session and the environment of a command (`env -i setsid -f`). They started after
 * it, lost their parent, have no terminal, are in our control group and work in its folder. Those that work elsewhere
 * are other people's: on a busy machine there are always some. What a person starts in a terminal has a terminal, and
 * what a script or an editor starts has a parent. A daemon that a person starts has neither: it is left alone if it
 * shows whose it is.
 */
export function findStrays(table: ProcessTable, origin: Origin): Strays {
  const { start, folder } = origin;
  if (start === null || folder === "/" || folder === "") return none;
  const reapers = listReapers(table);
  const orphans = [...table].filter(
    ([pid, row]) => isYounger(pid, row, origin) && row.terminal === 0 && isOrphan(row, reapers),
  );
  if (orphans.length === 0) return none;
  const [user, cgroup] = [readUser(process.pid), readCgroup("self")];
  const near = orphans.map(([pid]) => pid).filter((pid) => readCgroup(pid) === cgroup);
  const here = near.filter((pid) => readUser(pid) === user && worksIn(pid, folder));
  const ours = here.filter((pid) => !isSomebodys(pid, table.get(pid)));
  return { ours, unsure: here.filter((pid) => !ours.includes(pid)) };
}

/** Each is another in every window, and inherited by what is started there. */
const windows = ["TMUX_PANE", "STY", "SSH_TTY", "SSH_CONNECTION", "WINDOWID", "TERM_SESSION_ID", "KITTY_WINDOW_ID"];
/** Holds other programs, whose work would be lost. */
const holders = /^(?:tmux: server|screen|zellij|dtach|abduco|emacs)/i;

/** A daemon begun in another window than ours, or one that holds a person's windows. */
function isSomebodys(pid: number, row: ProcessRow | undefined): boolean {
  if (row && holders.test(row.name)) return true;
  const theirs = readEnvironment(pid);
  return windows.some((name) => theirs.get(name) !== undefined && theirs.get(name) !== process.env[name]);
}

/** The kernel's clock ticks a hundred times a second, so the pid decides between two of the same tick. */
const isYounger = (pid: number, row: ProcessRow, { pid: command, start }: Origin): boolean =>
  start !== null && (row.start > start || (row.start === start && pid > command));

/** Who may have adopted a process of ours: one of our own ancestors, with its session. */
function listReapers(table: ProcessTable): ReadonlyMap<number, number> {
  const reapers = new Map<number, number>();
  for (let pid = process.ppid; pid > 0 && !reapers.has(pid); ) {
    const row = table.get(pid) ?? readProcess(pid);
    if (!row) break;
    reapers.set(pid, row.session);
    pid = row.parent;
  }
  return reapers;
}

/** A child that our ancestor started itself is in its session; ours began one of their own. */
const isOrphan = ({ parent, session }: ProcessRow, reapers: ReadonlyMap<number, number>): boolean =>
  reapers.has(parent) && reapers.get(parent) !== session;
