/** A heading, an item of a list, or a line of a paragraph, with where it stands. Lines count from 0. */
export type Block = Heading | Item | Text;

export interface Heading {
  readonly is: "heading";
  readonly level: number;
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

export interface Item {
  readonly is: "item";
  readonly parent: Item | null;
  /** Items of one list share it. */
  readonly list: number;
  readonly ordered: boolean;
  readonly quoted: boolean;
  /** Indented further than Markdown allows for an item; people mean a part of the item above. */
  readonly tooDeep: boolean;
  /** Its first words; empty where it starts with something else than a paragraph. */
  text: string;
  line: number;
  column: number;
  /** Its position among the tasks, where it is one; -1 where it is none. */
  task: number;
}

export interface Text {
  readonly is: "text";
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly item: Item | null;
  readonly quoted: boolean;
}

/** A line that shows no Markdown: code, a comment, raw HTML. Told apart only where people may have meant a task. */
export interface Hidden {
  readonly line: number;
  readonly text: string;
  readonly by: "indent" | "html";
}

export interface Blocks {
  readonly blocks: readonly Block[];
  readonly hidden: readonly Hidden[];
}
