/** How a block of raw HTML ends, by how it starts. */
export interface HtmlStart {
  readonly ends: (line: string) => boolean;
  readonly endsOnFirst: boolean;
  readonly comment: boolean;
}

const blockTags =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";

const starts: readonly (readonly [start: RegExp, end: RegExp | null])[] = [
  [/^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
  [new RegExp(`^</?(?:${blockTags})(?:[ \\t]|/?>|$)`, "i"), null],
];

/** A tag alone on its line. Bounded, since anything may stand between the brackets. */
const loneTag = /^<(?:[a-z][a-z0-9-]*(?:[ \t][^<>]{0,2000})?\/?|\/[a-z][a-z0-9-]*[ \t]*)>[ \t]*$/i;

/** The start of a block of raw HTML as CommonMark has it; without an end of its own a blank line ends it. */
export function startHtml(text: string, inParagraph: boolean): HtmlStart | null {
  for (const [start, end] of starts) {
    if (!start.test(text)) continue;
    const comment = end !== null && text.startsWith("<!--");
    if (end === null) return untilBlank;
    const endsOnFirst = end.test(comment ? afterCommentMark(text) : text);
    return { ends: (line) => end.test(line), endsOnFirst, comment };
  }
  return !inParagraph && loneTag.test(text) ? untilBlank : null;
}

/** `<!-->` and `<!--->` are whole comments. */
const afterCommentMark = (text: string): string => text.slice(2);

const untilBlank: HtmlStart = { ends: (line) => line.trim() === "", endsOnFirst: false, comment: false };
