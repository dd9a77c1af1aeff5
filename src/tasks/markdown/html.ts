/** How a block of raw HTML ends, which depends on how it starts. */
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

/** A tag alone on its line. Bounded, because anything may follow the tag name. */
const loneTag = /^<(?:[a-z][a-z0-9-]*(?:[ \t][^<>]{0,2000})?\/?|\/[a-z][a-z0-9-]*[ \t]*)>[ \t]*$/i;

/** The start of a raw HTML block according to CommonMark. Without an end pattern, a blank line ends it. */
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

/** `<!-->` and `<!--->` are complete comments. */
const afterCommentMark = (text: string): string => text.slice(2);

const untilBlank: HtmlStart = { ends: (line) => line.trim() === "", endsOnFirst: false, comment: false };
