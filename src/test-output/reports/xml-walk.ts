import type { ReportState } from "./report.js";

/** Hears the tags of an XML document, in its order. */
export interface XmlListener {
  open(name: string, attributes: string): void;
  close(name: string): void;
}

/** Where a piece of a document stands that is no tag, by its first characters, and what ends it. */
const asides = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;
const longestTag = 64 * 1024;

/** Walks through an XML document that comes in pieces, without keeping it. What is between tags is passed over. */
export class XmlWalk {
  readonly #listener: XmlListener;
  #rest = "";
  #asideEnd: string | undefined;
  #depth = 0;
  #state: ReportState = "going";

  constructor(listener: XmlListener) {
    this.#listener = listener;
  }

  get state(): ReportState {
    return this.#state;
  }

  write(text: string, from: number, end: number): number {
    // What is left of a tag that began earlier is short.
    if (this.#rest !== "" || end < text.length) return this.#continue(text.slice(from, end)) + from;
    let at = from;
    while (at < end && this.#state === "going") at = this.#step(text, at);
    return at;
  }

  /** A piece by itself, behind what an earlier one left over. */
  #continue(piece: string): number {
    const rest = this.#rest;
    this.#rest = "";
    const text = rest + piece;
    return this.write(text, 0, text.length) - rest.length;
  }

  #step(text: string, at: number): number {
    if (this.#asideEnd !== undefined) return this.#passAside(text, at, this.#asideEnd);
    const start = text.indexOf("<", at);
    if (start < 0) return text.length;
    const next = text.charCodeAt(start + 1);
    const aside = next === 33 || next === 63 ? asides.find(([mark]) => text.startsWith(mark, start)) : undefined;
    if (aside) {
      this.#asideEnd = aside[1];
      return start + aside[0].length;
    }
    // Too little of it to tell a comment from a tag.
    if (text.length - start < 9 && text.indexOf(">", start) < 0) return this.#keep(text, start);
    return this.#tag(text, start);
  }

  #passAside(text: string, at: number, mark: string): number {
    const end = text.indexOf(mark, at);
    if (end < 0) return this.#keep(text, Math.max(at, text.length - mark.length + 1));
    this.#asideEnd = undefined;
    return end + mark.length;
  }

  #tag(text: string, start: number): number {
    const end = tagEnd(text, start);
    if (end < 0) {
      if (text.length - start > longestTag) this.#state = "no";
      return this.#keep(text, start);
    }
    this.#take(text.slice(start + 1, end));
    return end + 1;
  }

  #take(tag: string): void {
    const isEnd = tag.startsWith("/");
    const name = tag.slice(isEnd ? 1 : 0, nameEnd(tag, 1));
    if (name === "") this.#state = "no";
    else if (isEnd) this.#leave(name);
    else {
      this.#depth++;
      this.#listener.open(name, tag);
      if (tag.endsWith("/")) this.#leave(name);
    }
  }

  #leave(name: string): void {
    this.#listener.close(name);
    if (--this.#depth === 0) this.#state = "over";
  }

  #keep(text: string, from: number): number {
    this.#rest = text.slice(from);
    return text.length;
  }
}

function nameEnd(tag: string, from: number): number {
  let at = from;
  while (at < tag.length && tag.charCodeAt(at) > 32 && tag.charCodeAt(at) !== 47) at++;
  return at;
}

/** A ">" inside a quoted value does not end a tag. */
function tagEnd(text: string, start: number): number {
  let quote = 0;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at;
  }
  return -1;
}
