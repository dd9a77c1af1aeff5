type Paint = (text: string) => string;

/** ANSI colours. Prints no escape sequences if off. */
export function paint(on: boolean): Readonly<Record<"bold" | "dim" | "green" | "yellow" | "red" | "cyan", Paint>> {
  const with_ =
    (open: number, close: number): Paint =>
    (text) =>
      on ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: with_(1, 22),
    dim: with_(2, 22),
    green: with_(32, 39),
    yellow: with_(33, 39),
    red: with_(31, 39),
    cyan: with_(36, 39),
  };
}
