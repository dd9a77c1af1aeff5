import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";
import type { Command } from "../command.js";
import { cancel, drain, remove, retry } from "../fleet/control.js";
import { doctor } from "../fleet/doctor.js";
import { exportJournal } from "../fleet/export.js";
import { metrics } from "../fleet/metrics.js";
import { serve } from "../fleet/serve.js";
import { status } from "../fleet/status.js";
import { submit } from "../fleet/submit.js";
import { worker } from "../fleet/worker.js";

const parts = { submit, worker, status, cancel, retry, drain, remove, export: exportJournal, serve, metrics, doctor };

export const fleet: Command = {
  name: "fleet",
  usage: "fleet COMMAND [options]",
  about:
    "Works on the task lists of many repositories with workers on many machines. BullMQ on Redis distributes the tasks; the work goes through the repositories' own remotes. Needs the packages bullmq and ioredis, and Redis 6.2 or later.",
  flags: {},
  parts,
  choices: Object.keys(parts),
  examples: [
    "untildone fleet submit --repo https://github.com/acme/shop --max-cost 50",
    'untildone fleet worker --agent claude --allow-repo "https://github.com/acme/*"',
    "untildone fleet status",
  ],
  async run({ words: [word] }) {
    const where = "untildone fleet";
    if (word === undefined) throw new UserError({ what: "no command is named", where, fix: "untildone fleet --help" });
    throw new UserError({
      what: `unknown command ${JSON.stringify(word)}`,
      where,
      fix: suggest(word, Object.keys(parts)),
    });
  },
};
