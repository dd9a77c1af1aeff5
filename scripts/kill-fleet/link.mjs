// A network namespace with a link of its own to this one, which can be cut: whoever is in there hears nothing, and gets no
// error either. Needs root and `ip`.
import { spawnSync } from "node:child_process";

const ip = (...words) => spawnSync("ip", words, { encoding: "utf8" });

export class Link {
  #name = `utd${process.pid}`;
  #here = `utd${process.pid}h`;
  #there = `utd${process.pid}n`;
  #net = `10.213.${process.pid % 250}`;

  /** Null if this machine cannot make one. */
  static make() {
    const link = new Link();
    const steps = [
      ["netns", "add", link.#name],
      ["link", "add", link.#here, "type", "veth", "peer", "name", link.#there, "netns", link.#name],
      ["addr", "add", `${link.host}/30`, "dev", link.#here],
      ["link", "set", link.#here, "up"],
      ["-n", link.#name, "addr", "add", `${link.#net}.2/30`, "dev", link.#there],
      ["-n", link.#name, "link", "set", link.#there, "up"],
      ["-n", link.#name, "link", "set", "lo", "up"],
    ];
    if (steps.every((words) => ip(...words).status === 0)) return link;
    link.remove();
    return null;
  }

  /** The address of this side. */
  get host() {
    return `${this.#net}.1`;
  }

  /** The command in there. It keeps its process. */
  wrap = (words) => ["ip", "netns", "exec", this.#name, ...words];

  cut = () => ip("link", "set", this.#here, "down");
  restore = () => ip("link", "set", this.#here, "up");

  remove() {
    ip("link", "del", this.#here);
    ip("netns", "del", this.#name);
  }
}
