export function unescaped(raw: string): string {
  return raw.replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code: string | undefined, char: string | undefined) =>
    code === undefined ? (escapes.get(char ?? "") ?? char ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const escapes = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", ""],
  ["b", ""],
  ["f", ""],
]);
