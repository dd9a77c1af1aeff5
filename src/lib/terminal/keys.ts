import { StringDecoder } from "node:string_decoder";
import { isInForeground } from "../process/foreground.js";
import { enterRawMode, leaveRawMode } from "./raw-mode.js";
import { readKeys } from "./read-keys.js";

export interface KeyListener {
  /** A character, or the name of a key: "up", "enter", "escape". */
  onKey(key: string): void;
  /** The process is about to be stopped by Ctrl-Z. */
  onSuspend(): void;
  /** The process goes on, or a background job came to the foreground. */
  onResume(isInForeground: boolean): void;
}

/** In raw mode the terminal sends these as characters, and not as signals. */
const signals: Readonly<Record<string, NodeJS.Signals>> = { "\u0003": "SIGINT", "\u001c": "SIGQUIT" };
const suspendKey = "\u001a";
/** A shell does not tell a running job that it is in the foreground now. */
const lookMs = 2000;

/** Listens to the keys of the terminal. Ctrl-C and Ctrl-Z do what they always do. Returns a function that ends it. */
export function listenToKeys(listener: KeyListener): () => void {
  const keys = new Keys(listener);
  keys.start();
  return () => keys.end();
}

class Keys {
  readonly #listener: KeyListener;
  /** A character may arrive in two pieces. */
  readonly #decoder = new StringDecoder("utf8");
  #timer: NodeJS.Timeout | undefined;

  constructor(listener: KeyListener) {
    this.#listener = listener;
  }

  start(): void {
    process.stdin.on("error", this.#stop);
    process.on("SIGCONT", this.#resume);
    this.#listen();
  }

  end(): void {
    process.off("SIGCONT", this.#resume);
    this.#stop();
    process.stdin.off("error", this.#stop);
  }

  #listen(): boolean {
    const mayListen = isInForeground();
    if (mayListen && enterRawMode()) process.stdin.on("data", this.#read).resume();
    if (!mayListen) this.#timer = setTimeout(this.#lookAgain, lookMs).unref();
    return mayListen;
  }

  readonly #stop = (): void => {
    clearTimeout(this.#timer);
    process.stdin.off("data", this.#read).pause();
    leaveRawMode();
  };

  readonly #resume = (): void => {
    this.#stop();
    this.#listener.onResume(this.#listen());
  };

  readonly #lookAgain = (): void => {
    if (this.#listen()) this.#listener.onResume(true);
  };

  readonly #read = (chunk: Buffer): void => {
    for (const key of readKeys(this.#decoder.write(chunk))) this.#press(key);
  };

  #press(key: string): void {
    const signal = signals[key];
    if (signal) process.kill(process.pid, signal);
    else if (key === suspendKey) this.#suspend();
    else this.#listener.onKey(key);
  }

  #suspend(): void {
    this.#stop();
    this.#listener.onSuspend();
    // Without job control nothing stops us, and no signal follows. If one does, it comes after the first timer.
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(this.#resume, 100).unref();
    }, 100).unref();
    process.kill(0, "SIGTSTP");
  }
}
