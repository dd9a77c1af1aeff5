/** The upper halves of the code pages in which Windows shells misread UTF-8. */
const pages: readonly string[] = [
  // 437, United States
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  // 850, Western Europe
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  // 1252, for windows rather than consoles
  "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
];
const pageBytes = pages.map((page) => new Map([...page].map((char, at) => [char, at + 0x80])));
const strict = new TextDecoder("utf-8", { fatal: true });

/** How the first byte of a mark (✓ × ℹ ●) appears in those code pages. */
export const misreadLeads: readonly string[] = ["Γ", "├", "Ô", "â", "Ã"];

/** Repairs text whose marks were decoded with a wrong code page. Returns any other text unchanged. */
export function repairMojibake(text: string): string {
  if (!/[Γ├ÔâÃ][^\x00-\x7f]/.test(text)) return text;
  return reread(text) ?? text.replaceAll(/[Γ├ÔâÃ][^\x00-\x7f]{1,400}/g, (marks) => reread(marks) ?? marks);
}

function reread(text: string): string | undefined {
  for (const bytes of pageBytes) {
    const reread = rereadAs(bytes, text);
    if (reread !== undefined) return reread;
  }
  return undefined;
}

function rereadAs(bytes: ReadonlyMap<string, number>, text: string): string | undefined {
  const raw: number[] = [];
  for (const char of text) {
    const code = char.charCodeAt(0);
    const byte = code < 0x80 ? code : bytes.get(char);
    if (byte === undefined) return undefined;
    raw.push(byte);
  }
  try {
    return strict.decode(Uint8Array.from(raw));
  } catch {
    return undefined; // Not UTF-8 misread through this page.
  }
}
