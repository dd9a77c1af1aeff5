import type { ReportState } from "./report.js";

/** Receives the tags of an XML document in order. */
export interface XmlListener {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** The end of the element that begins here if it is a passed test without content, or -1. */
  passed(text: string, from: number): number;
  /** Counts such an element, which is otherwise skipped. */
  countPassed(): void;
}

/** Constructs that are not tags, by their first characters, and what ends them. */
const asides = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;
const longestTag = 64 * 1024;
const usualTag = 4096;

/** Walks through an XML document that arrives in pieces, without buffering it. Skips the text between tags. */
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
    let at = from;
    while (at < end && this.#state === "going")
      at = this.#rest === "" ? this.#step(text, at, end) : this.#continue(text, at, end);
    return at;
  }

  /**
   * Joins what the last piece left over with just enough of this one to end it: concatenated strings are slow to
   * search.
   */
  #continue(text: string, from: number, end: number): number {
    const rest = this.#rest;
    const last = Math.min(end, from + usualTag);
    const at = this.#endRest(rest, text.slice(from, last));
    if (this.#rest === "") return from + at - rest.length;
    if (last === end) return end;
    const left = this.#rest.length;
    if (left <= last - from) {
      this.#rest = "";
      return last - left;
    }
    this.#state = "going";
    return from + this.#endRest(rest, text.slice(from, end)) - rest.length;
  }

  #endRest(rest: string, piece: string): number {
    const text = rest + piece;
    this.#rest = "";
    let at = 0;
    while (at < rest.length && this.#rest === "" && this.#state === "going") at = this.#step(text, at, text.length);
    return at;
  }

  #step(text: string, at: number, end: number): number {
    if (this.#asideEnd !== undefined) return this.#passAside(text, at, end, this.#asideEnd);
    const start = text.indexOf("<", at);
    if (start < 0 || start >= end) return end;
    const passed = this.#depth > 0 ? this.#listener.passed(text, start + 1) : -1;
    if (passed >= 0 && passed <= end) {
      this.#listener.countPassed();
      return passed;
    }
    const next = text.charCodeAt(start + 1);
    const aside =
      next === 33 || next === 63
        ? asides.find(([mark]) => start + mark.length <= end && text.startsWith(mark, start))
        : undefined;
    if (aside) {
      this.#asideEnd = aside[1];
      return start + aside[0].length;
    }
    // Too short to distinguish a comment from a tag.
    if (end - start < 9 && !text.slice(start, end).includes(">")) return this.#saveRest(text, start, end);
    return this.#tag(text, start, end);
  }

  #passAside(text: string, at: number, end: number, mark: string): number {
    const found = text.indexOf(mark, at);
    if (found < 0 || found + mark.length > end) return this.#saveRest(text, Math.max(at, end - mark.length + 1), end);
    this.#asideEnd = undefined;
    return found + mark.length;
  }

  #tag(text: string, start: number, end: number): number {
    const last = tagEnd(text, start, end);
    if (last < 0) {
      if (end - start > longestTag) this.#state = "no";
      return this.#saveRest(text, start, end);
    }
    this.#take(text.slice(start + 1, last));
    return last + 1;
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

  #saveRest(text: string, from: number, end: number): number {
    this.#rest = text.slice(from, end);
    return end;
  }
}

function nameEnd(tag: string, from: number): number {
  let at = from;
  while (at < tag.length && tag.charCodeAt(at) > 32 && tag.charCodeAt(at) !== 47) at++;
  return at;
}

/** A ">" inside a quoted value does not end a tag. */
function tagEnd(text: string, start: number, end: number): number {
  let quote = 0;
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at;
  }
  return -1;
}
