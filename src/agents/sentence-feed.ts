import { lastSentence } from "./last-sentence.js";
import { type Draft, newMessageDraft } from "./transcripts/draft.js";
import type { Json } from "./transcripts/json.js";
import type { EventReader } from "./transcripts/reader.js";

export interface SentenceOptions {
  /** Hides secrets. */
  mask(text: string): string;
  report(sentence: string): void;
}

/** Reports the last sentence of each message of an agent, from the events of its output. */
export class SentenceFeed {
  readonly #reader: EventReader;
  readonly #options: SentenceOptions;
  readonly #draft: Draft;
  #last = "";

  constructor(reader: EventReader, options: SentenceOptions) {
    this.#reader = reader;
    this.#options = options;
    this.#draft = newMessageDraft(reader.format, reader.unclosed);
  }

  read(event: Json): void {
    const draft = this.#draft;
    const before = draft.messages.at(-1);
    this.#reader.read(draft, event, 0);
    const message = draft.messages.at(-1);
    if (message && message !== before) this.#emit(message.text);
    draft.messages.splice(0, draft.messages.length - 1);
    draft.commands.length = 0;
    draft.steps.clear();
  }

  /** Of a message that arrives in pieces, only whole sentences are told. */
  #emit(message: string): void {
    const { mask, report } = this.#options;
    const sentence = lastSentence(message, { mask, isOpen: this.#draft.inFragment });
    if (sentence !== null && sentence !== this.#last) report(sentence);
    this.#last = sentence ?? this.#last;
  }
}
