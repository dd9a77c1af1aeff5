import { useEffect, useRef, useState } from "preact/hooks";
import type { ReportData } from "./report-data.js";

export type ShownStep = ReportData["report"]["headline"]["steps"][number];

const shownMs = 1500;

/** A command to type, with a button that copies it. */
export function Command({ text }: { text: string }) {
  const code = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), shownMs) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <span class="command">
      <code ref={code}>{text}</code>
      <button
        type="button"
        class="copy"
        aria-label={`Copy ${text}`}
        onClick={() => copy(toCopy(text), code.current, setCopied)}
      >
        {isCopied ? "Copied" : "Copy"}
      </button>
    </span>
  );
}

/** What a person has to fill in is left open: after the copy comes what they type. */
const toCopy = (text: string): string => text.replace(/"…"$/, "");

/** Where the browser gives a page no clipboard, the text is selected, to be copied by hand. */
function copy(text: string, element: HTMLElement | null, tell: (isCopied: boolean) => void): void {
  const select = (): void => void (element && getSelection()?.selectAllChildren(element));
  navigator.clipboard?.writeText(text).then(() => tell(true), select) ?? select();
}

/** What to do next: words, and commands that can be copied. */
export const Steps = ({ step }: { step: ShownStep }) => (
  <>{step.map(({ text, isCommand }, at) => (isCommand ? <Command key={at} text={text} /> : text))}</>
);
