const english = /\b(?:the|and|is|are|of|to|in|for|with|all|has|have|been|this|that|was)\b/gi;
const others =
  /\b(?:le|la|les|des|est|une|dans|pour|et|sur|avec|der|die|das|und|ist|nicht|für|mit|ein|eine|el|los|las|una|para|con|por|del|está|que|il|che|di|per|non|sono|um|uma|não|os|as|em|het|een|niet|och|är|att)\b/gi;
const letters = /\p{L}/gu;
const latin = /[A-Za-zÀ-ɏ]/g;

/** Whether our English grammar may be trusted on a text. In any other language words alone never complete a run. */
export function isEnglish(text: string): boolean {
  const sample = text.length > 4000 ? `${text.slice(0, 2000)}${text.slice(-2000)}` : text;
  const all = count(sample, letters);
  if (all === 0) return true;
  if (count(sample, latin) < all * 0.9) return false;
  return count(sample, english) >= count(sample, others);
}

const count = (text: string, expression: RegExp): number => text.match(expression)?.length ?? 0;
