import type { Heading } from "./block.js";
import { type OptionalNames, optionalNames } from "./optional-names.js";
import { plainText, readPriority } from "./titles.js";

/** The headings above a task, outermost first. */
export interface TaskSection {
  readonly path: readonly string[];
  /** The heading that leaves it out; null if none does. */
  readonly leftOut: string | null;
}

export const noSection: TaskSection = { path: [], leftOut: null };

interface OpenSection {
  readonly level: number;
  readonly text: string;
  readonly optional: boolean;
  readonly priority: number | null;
}

/** Tracks the headings of a document and whether the current section is optional. */
export class OptionalSections {
  readonly #names: OptionalNames;
  readonly #title: Heading | undefined;
  readonly #open: OpenSection[] = [];

  constructor(names: readonly string[], headings: readonly Heading[]) {
    this.#names = optionalNames(names, comparable);
    this.#title = findTitle(headings);
  }

  enter(heading: Heading): void {
    const { level, text } = heading;
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
    const { all, alsoTitles } = this.#names;
    const optional = sectionNames(comparable(text)).some(
      (name) => all.has(name) && !(heading === this.#title && alsoTitles.has(name)),
    );
    this.#open.push({ level, text: plainText(text), optional, priority: readPriority(text) });
  }

  get isOptional(): boolean {
    return this.#open.some(({ optional }) => optional);
  }

  get priority(): number | null {
    return this.#open.findLast(({ priority }) => priority !== null)?.priority ?? null;
  }

  get section(): TaskSection {
    return {
      path: this.#open.map(({ text }) => text),
      leftOut: this.#open.find(({ optional }) => optional)?.text ?? null,
    };
  }
}

/** The one heading that everything is under: it names the list, not a part of it. */
function findTitle([first, ...others]: readonly Heading[]): Heading | undefined {
  return first?.level === 1 && others.every(({ level }) => level > 1) ? first : undefined;
}

/** Whether a name means this heading: all of it, or what is left without its number, its remarks and "tasks". */
export const isNamed = (heading: string, name: string): boolean => {
  const wanted = comparable(name);
  return comparable(heading) === wanted || sectionNames(comparable(heading)).includes(wanted);
};

/**
 * The names of a heading: all of it, the part after a colon or dash ("Phase 4: Optional"), and the part in brackets at
 * its end ("Polish (optional)"), each without remarks and generic words such as "tasks". A word inside it does not
 * count: "Optional chaining in the parser" is work.
 */
function sectionNames(title: string): readonly string[] {
  const bracketed = /[([（]([^)\]）]{1,60})[)\]）]\s*$/u.exec(title)?.[1];
  const whole = title
    .replace(/\s?[([（][^)\]）]{0,80}[)\]）]\s*$/u, "")
    .replace(/^\d{1,4}(?:\.\d{1,4}){0,3}[.)]?\s+/u, "");
  const last = /(?:[:：]|\s[–—-])\s*([^:：]{1,60})$/u.exec(whole)?.[1];
  const names = [whole, bracketed, last].flatMap((name) => (name === undefined ? [] : [name.trim()]));
  return [...names, ...names.map((name) => name.replace(general, ""))];
}

const general = /\s(?:work|tasks?|items?|ideas?|features?|enhancements?|improvements?|extras?|goals?|things|stories)$/u;

const maxLength = 2000;

const comparable = (title: string): string =>
  title
    .slice(0, maxLength)
    .normalize("NFC")
    .replaceAll(/[*_`#~]|\p{Extended_Pictographic}|\uFE0F/gu, "")
    .replaceAll(/[’‘]/gu, "'")
    .replaceAll(/[\s-]+/g, " ")
    .replace(/[:：]\s*$/u, "")
    .trim()
    .toLowerCase();
