import { useState } from "preact/hooks";

interface ConfirmProps {
  readonly label: string;
  /** What the second press does, in words. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly tone?: string;
}

/** A button for what cannot be taken back: it asks once, and forgets it when the focus leaves. */
export function ConfirmButton({ label, confirm, onConfirm, tone = "" }: ConfirmProps) {
  const [isAsking, setAsking] = useState(false);
  const press = (): void => {
    setAsking(!isAsking);
    if (isAsking) onConfirm();
  };
  return (
    <button
      type="button"
      class={`action ${tone} ${isAsking ? "asking" : ""}`}
      onClick={press}
      onBlur={() => setAsking(false)}
      onKeyDown={(event) => event.key === "Escape" && setAsking(false)}
    >
      {isAsking ? confirm : label}
    </button>
  );
}
