import { relative, resolve } from "node:path";
import type { Config } from "../../config/load.js";
import type { Task } from "../../decide/tasks.js";
import { auditList } from "../../evidence/audit/audit-list.js";
import type { AuditedTask } from "../../evidence/audit/audited-task.js";
import { planChecks } from "../../evidence/plan-checks.js";
import { UserError } from "../../lib/errors.js";
import { exists, replaceUserFile } from "../../lib/files/disk.js";
import { onStopSignals } from "../../lib/process/signals.js";
import { toolsAndSystem } from "../../lib/process/tool-versions.js";
import { safeJson, safeText } from "../../lib/secrets/secrets.js";
import {
  type AuditReport,
  annotateAudit,
  countVerdicts,
  formatAudit,
  formatAuditMarkdown,
  formatSarif,
} from "../../report/format-audit.js";
import { formatAnnotation } from "../../report/github/workflow-commands.js";
import { describeUnusable } from "../../tasks/tracker.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { checkFlag, detectFlag, namedChecks } from "../flags/check-flags.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { settingsFlags } from "../flags/settings-flags.js";
import { checkOrigin } from "../judging.js";
import { requireOneOf } from "../one-of.js";
import { readListing } from "../open-list.js";
import { proveTicks } from "../prove-ticks.js";

const formats = ["text", "md", "json", "sarif"] as const;

type AuditFormat = (typeof formats)[number];

export const audit: Command = {
  name: "audit",
  findsProject: "with-words",
  usage: "audit [LIST] [options]",
  about:
    "Says what stands behind each tick of a list that somebody else ticked (Markdown, spec-kit, OpenSpec, Task Master, prd.json, github:OWNER/REPO, beads), without a run of ours and without a model: tested, shown, phantom or unknown, with the evidence. It looks at the files and symbols that a task names, tests that speak of them, and commits that name the task. Changes nothing.\n\nExit status: 0, 1 if there is a phantom, 2 for a mistake.",
  flags: {
    since: { type: "string", value: "REF", help: "only commits after this one count (default: all)" },
    prove: {
      type: "boolean",
      help: "also take back each task's commits in a copy and run the checks: what fails then is verified",
    },
    check: checkFlag,
    "no-detect": detectFlag,
    format: { type: "string", value: "NAME", choices: formats, help: "text (default), md, json or sarif" },
    json: { type: "boolean", help: "the same as --format json" },
    output: { type: "string", short: "o", value: "FILE", help: "write to FILE instead of printing" },
    ...folderFlags,
    ...settingsFlags,
  },
  maxPositionals: 1,
  examples: [
    "untildone audit TODO.md",
    "untildone audit --format sarif -o audit.sarif",
    "untildone audit prd.json --since HEAD --prove",
  ],
  async run(args, io) {
    const config = readConfig(args, io);
    const format = readFormat(args);
    const [named = null] = args.words;
    const { name, listing } = await readListing(named, { args, io });
    if (listing.is !== "tasks")
      throw new UserError({
        what: `the task list cannot be used: ${listing.is === "unusable" ? describeUnusable(listing) : "it has no tasks"}`,
        where: name,
        fix: "name a list with ticked tasks: untildone audit TODO.md",
      });
    const report = await auditTasks(name, listing.tasks, { args, io, config });
    for (const note of report.notes) io.err(`note: ${note}\n`);
    const text = write(report, format);
    const output = args.text("output");
    if (output === undefined) io.out(text);
    else replaceUserFile(resolve(io.cwd, output), text);
    for (const annotation of annotateAudit(report)) io.command?.(formatAnnotation(annotation));
    return report.counts.phantom > 0 ? 1 : 0;
  },
};

function readFormat(args: ParsedArgs): AuditFormat {
  const named = args.text("format");
  requireOneOf("--format", named, formats);
  return args.flag("json") ? "json" : ((named ?? "text") as AuditFormat);
}

function write(report: AuditReport, format: AuditFormat): string {
  switch (format) {
    case "text":
      return safeText(formatAudit(report));
    case "md":
      return safeText(formatAuditMarkdown(report));
    case "json":
      return `${safeJson(report)}\n`;
    case "sarif":
      return safeText(formatSarif(report, toolsAndSystem()["untildone"] ?? "0"));
  }
}

interface AuditPlace {
  readonly args: ParsedArgs;
  readonly io: Io;
  readonly config: Config;
}

async function auditTasks(name: string, tasks: readonly Task[], place: AuditPlace): Promise<AuditReport> {
  const { args, io, config } = place;
  const since = args.text("since") ?? null;
  const ignore = [relative(io.cwd, resolve(io.cwd, config.stateFolder)) || ".ralph"];
  const list = exists(resolve(io.cwd, name)) ? name : null;
  const found = await auditList({ cwd: io.cwd, tasks, list, since, ignore });
  const audited = args.flag("prove") ? await prove(found.tasks, ignore, place) : found.tasks;
  return { version: 1, list: name, since, counts: countVerdicts(audited), tasks: audited, notes: found.notes };
}

async function prove(
  tasks: readonly AuditedTask[],
  ignore: readonly string[],
  { args, io, config }: AuditPlace,
): Promise<readonly AuditedTask[]> {
  const { plans } = planChecks({
    cwd: io.cwd,
    checks: namedChecks(args, config),
    origin: checkOrigin(config, "--check"),
    detect: !args.flag("no-detect"),
    tests: config.resolved.settings,
  });
  const commands = plans.filter((plan) => plan.kind === "command");
  if (!commands.some(({ required }) => required))
    throw new UserError({
      what: "no check was found that could prove anything",
      where: "--prove",
      fix: 'name one: --check tests="npm test"',
    });
  const abort = new AbortController();
  const removeHandlers = onStopSignals(() => abort.abort());
  try {
    const onTask = ({ id, verdict }: AuditedTask): void => io.err(`${id}: ${verdict}\n`);
    return await proveTicks(tasks, { cwd: io.cwd, plans: commands, ignore, signal: abort.signal, onTask });
  } finally {
    removeHandlers();
  }
}
