import type { Board } from "../../fleet/board.js";
import { type Exported, JournalExport } from "../../fleet/export-journal.js";
import type { Submission } from "../../fleet/terms.js";
import { errorMessage } from "../../lib/errors.js";
import { removeFolder, temporaryFolder } from "../../lib/files/temporary-folder.js";
import { pause } from "../../lib/time/pause.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { DashboardServer } from "../dashboard/dashboard-server.js";
import { makeProjectIo } from "../dashboard/project-io.js";
import { pageFlags, serveDashboard } from "../dashboard/serve-dashboard.js";
import { WatchedProject } from "../dashboard/watched-project.js";
import { redisFlags, withFleet } from "./redis-flags.js";

const pollMs = 1_000;
/** Each is looked at several times a second while the page is open. */
const maxProjects = 100;

export const serve: Command = {
  name: "fleet serve",
  usage: "fleet serve [options]",
  about:
    "Serves the dashboard with the submissions of the fleet: the report of each repository, again after every decision of any worker. The page is for you alone, as that of untildone dashboard; submissions are steered with untildone fleet cancel and retry. Ctrl-C ends it; workers go on.",
  flags: { ...pageFlags, ...redisFlags },
  maxPositionals: 0,
  examples: ["untildone fleet serve", "untildone fleet serve --port 8080 --open"],
  run: (args, io) =>
    withFleet(args, io, async ({ fleet }) => {
      const folder = temporaryFolder("untildone-fleet-");
      const server = new DashboardServer(() => []);
      const pages = new SubmissionPages(fleet.board, { server, folder, io });
      const following = pages.follow();
      try {
        await serveDashboard(server, { args, io, what: "the fleet" });
        return 0;
      } finally {
        pages.end();
        await Promise.race([following, pause(pollMs)]); // Redis may be away.
        removeFolder(folder);
      }
    }),
};

interface PageTools {
  readonly server: DashboardServer;
  /** Where the journals are exported to. */
  readonly folder: string;
  readonly io: Io;
}

/** Keeps a project on the dashboard up to date for each repository of each submission. */
class SubmissionPages {
  readonly #board: Board;
  readonly #tools: PageTools;
  readonly #journals = new Map<string, JournalExport>();
  #projects = 0;
  #isOver = false;
  #problem = "";

  constructor(board: Board, tools: PageTools) {
    this.#board = board;
    this.#tools = tools;
  }

  /** What went wrong is said once; the next look may work. */
  async follow(): Promise<void> {
    while (!this.#isOver) {
      await this.#update().catch((error) => this.#warn(errorMessage(error)));
      await pause(pollMs);
    }
  }

  end(): void {
    this.#isOver = true;
  }

  async #update(): Promise<void> {
    for (const submission of await this.#listNew()) this.#add(submission);
    for (const [id, journal] of this.#journals)
      if (!this.#isOver) this.#tell(id, await journal.update(this.#board.journal));
  }

  /** Oldest first, since each is put before the others. Of those at the start, as many as fit on a page. */
  async #listNew(): Promise<readonly Submission[]> {
    const found: Submission[] = [];
    let count = this.#projects;
    for (const id of await this.#board.list()) {
      if (this.#journals.has(id)) break;
      const submission = await this.#board.find(id);
      if (!submission) continue;
      count += submission.repositories.length;
      if (count > maxProjects && found.length + this.#journals.size > 0) {
        this.#warn("older submissions are not shown: see untildone fleet export ID");
        break;
      }
      found.unshift(submission);
    }
    return found;
  }

  #add(submission: Submission): void {
    const { folder, server, io } = this.#tools;
    const journal = new JournalExport(submission, `${folder}/${submission.id}`);
    journal.prepare();
    this.#journals.set(submission.id, journal);
    for (const [index, cwd] of [...journal.folders.entries()].reverse()) {
      const name = `${submission.repositories[index]?.name} ${submission.id}`;
      const id = this.#projects++;
      server.add(
        (onChange) => new WatchedProject(noArgs, makeProjectIo(withoutSettings(io), cwd), { id, name, onChange }),
      );
    }
  }

  #tell(id: string, { skipped }: Exported): void {
    if (skipped > 0) this.#warn(`${id}: ${skipped} entries of the journal are left out: damaged, or not of its tasks`);
  }

  #warn(text: string): void {
    if (text !== this.#problem) this.#tools.io.err(`warning: ${text}\n`);
    this.#problem = text;
  }
}

const noArgs: ParsedArgs = { words: [], flag: () => false, text: () => undefined, texts: () => [] };

/** Settings of the environment are for runs on this machine. */
const withoutSettings = ({ env, home }: Io): Pick<Io, "env" | "home"> => ({
  env: Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("UNTILDONE_"))),
  home,
});
