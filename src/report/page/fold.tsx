import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface FoldProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly isEmpty?: boolean;
  readonly children: ComponentChildren;
}

/** Folds that were opened or closed stay so from one decision to the next. */
const opened = new Map<string, boolean>();

/** A part that can be folded away. What is folded away is not rendered. */
export function Fold({ title, isOpen = false, isEmpty = false, children }: FoldProps) {
  const [isShown, setShown] = useState(opened.get(title) ?? isOpen);
  if (isEmpty) return null;
  const toggle = (): void => {
    opened.set(title, !isShown);
    setShown(!isShown);
  };
  return (
    <section class="fold">
      <h4>
        <button type="button" aria-expanded={isShown} onClick={toggle}>
          {title}
        </button>
      </h4>
      {isShown && <div class="fold-body">{children}</div>}
    </section>
  );
}
