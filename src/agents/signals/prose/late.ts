/** A regular expression that is compiled when a text has what it needs: most texts have not. */
export interface Late {
  exec(text: string): RegExpExecArray | null;
  test(text: string): boolean;
}

/** `needs` are words without which the expression cannot match, as short expressions: they are cheap to compile. */
export function late(source: string, ...needs: readonly Late[]): Late {
  let built: RegExp | undefined;
  const exec = (text: string): RegExpExecArray | null => {
    if (!needs.every((need) => need.test(text))) return null;
    built ??= new RegExp(source);
    return built.exec(text);
  };
  return { exec, test: (text) => exec(text) !== null };
}
