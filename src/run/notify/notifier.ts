import type { NotifySettings } from "../../config/notify-settings.js";
import { splitCommand } from "../../evidence/split-words.js";
import { errorMessage, UserError } from "../../lib/errors.js";
import { sleepUntil } from "../../lib/process/signals.js";
import { safeJson } from "../../lib/secrets/secrets.js";
import type { RunEvent } from "../loop/run-event.js";
import { type Channel, commandChannel, ntfyChannel, webhookChannel } from "./deliver.js";
import { describeError, describeForPerson, makeNotification, type Notification, type Told } from "./notification.js";

export interface NotifierOptions {
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Rings or shows a notification on the run's terminal; null without one. */
  readonly alert: ((kind: "bell" | "osc9", text: string) => void) | null;
  now(): number;
  warn(text: string): void;
}

/** How long the last notifications may take after the end of the run. */
const graceSeconds = 5;
const maxUnderWay = 20;

/** Tells a person what happens, beside the run: it is never delayed, and a problem is reported once per channel. */
export class Notifier {
  readonly #settings: NotifySettings;
  readonly #options: NotifierOptions;
  readonly #channels: readonly (readonly [name: string, deliver: Channel])[];
  readonly #end = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #failed = new Set<string>();
  #run = "";
  #lastQuestion: string | null = null;

  constructor(settings: NotifySettings, options: NotifierOptions) {
    this.#settings = settings;
    this.#options = options;
    this.#channels = openChannels(settings, options);
  }

  handle(event: RunEvent): void {
    if (event.type === "run-start") this.#run = event.run;
    const told = describeForPerson(event, this.#settings.longWait);
    if (told && !this.#isAskedAgain(told)) this.#tell(told);
  }

  /** The run ended without a decision. */
  handleError(error: unknown): void {
    this.#tell(describeError(error));
  }

  /** Gives what is under way a moment. */
  async close(): Promise<void> {
    if (this.#underWay.size === 0) return;
    const over = new AbortController();
    const all = Promise.all(this.#underWay).then(() => over.abort());
    await sleepUntil(graceSeconds, over.signal);
    this.#end.abort();
    await Promise.race([all, sleepUntil(1, over.signal)]);
  }

  #isAskedAgain({ event, question }: Told): boolean {
    if (event !== "person" || !question) return false;
    const isSame = question === this.#lastQuestion;
    this.#lastQuestion = question;
    return isSame;
  }

  #tell(what: Told): void {
    const { bell, osc9, on } = this.#settings;
    if (!on.includes(what.event)) return;
    const { now, project } = this.#options;
    this.#send(makeNotification(what, { at: new Date(now()).toISOString(), run: this.#run, project }), { bell, osc9 });
  }

  #send(told: Notification, { bell, osc9 }: Pick<NotifySettings, "bell" | "osc9">): void {
    if (bell) this.#options.alert?.("bell", "");
    if (osc9) this.#options.alert?.("osc9", `${told.title}: ${told.message}`);
    const body = safeJson(told);
    for (const [name, deliver] of this.#channels) {
      if (this.#underWay.size >= maxUnderWay) {
        this.#reportOnce(name, "too many notifications are under way");
        continue;
      }
      const sending = this.#report(name, deliver(told, body, this.#end.signal)).finally(() =>
        this.#underWay.delete(sending),
      );
      this.#underWay.add(sending);
    }
  }

  async #report(name: string, delivery: Promise<string | null>): Promise<void> {
    const problem = await delivery.catch(errorMessage);
    if (problem !== null) this.#reportOnce(name, problem);
  }

  #reportOnce(name: string, problem: string): void {
    if (this.#failed.has(name)) return;
    this.#failed.add(name);
    this.#options.warn(`the ${name} of notify failed: ${problem} (further problems of it are not reported)`);
  }
}

/** Null if nobody is to be told. A mistake in the settings is one before the run starts. */
export function openNotifier(settings: NotifySettings, options: NotifierOptions): Notifier | null {
  const { command, webhook, ntfy, bell, osc9 } = settings;
  const isWanted = command !== null || webhook !== null || ntfy !== null || bell || osc9;
  return isWanted ? new Notifier(settings, options) : null;
}

function openChannels(
  { command, webhook, secretVariable, ntfy, tokenVariable }: NotifySettings,
  { project, env }: NotifierOptions,
): readonly (readonly [string, Channel])[] {
  const channels: [string, Channel][] = [];
  if (command !== null) {
    const split = typeof command === "string" ? splitCommand(command, "notify.command") : { words: command, env: {} };
    channels.push(["command", commandChannel(split.words, { cwd: project, env: split.env })]);
  }
  if (webhook !== null)
    channels.push(["webhook", webhookChannel(webhook, readVariable("secretVariable", secretVariable, env))]);
  if (ntfy !== null) channels.push(["ntfy", ntfyChannel(ntfy, readVariable("tokenVariable", tokenVariable, env))]);
  return channels;
}

/** Without its key a webhook would be unsigned, and its receiver would refuse it at the end of the night. */
function readVariable(setting: string, name: string | null, env: NotifierOptions["env"]): string | null {
  if (name === null) return null;
  const value = env[name];
  if (value !== undefined && value !== "") return value;
  throw new UserError({
    what: `the variable ${name} is not set`,
    where: `notify.${setting}`,
    fix: `set it, or leave notify.${setting} out`,
  });
}
