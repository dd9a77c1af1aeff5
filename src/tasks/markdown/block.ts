/** A heading, a list item, or a line of a paragraph, with its position. Lines count from 0. */
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
  /** Shared by the items of one list. */
  readonly list: number;
  readonly ordered: boolean;
  readonly quoted: boolean;
  /** Indented further than Markdown allows for an item; people mean a part of the item above. */
  readonly tooDeep: boolean;
  /** The first line of text; empty if the item does not start with a paragraph. */
  text: string;
  line: number;
  column: number;
  /** Its position among the tasks, or -1 if it is not a task. */
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

/** A line that is not rendered as Markdown: code, a comment, raw HTML. Recorded only if it may be meant as a task. */
export interface Hidden {
  readonly line: number;
  readonly text: string;
  readonly by: "indent" | "html";
}

export interface Blocks {
  readonly blocks: readonly Block[];
  readonly hidden: readonly Hidden[];
}
