const english = /\b(?:the|and|is|are|of|to|in|for|with|all|has|have|been|this|that|was)\b/gi;
const others =
  /\b(?:le|la|les|des|est|une|dans|pour|et|sur|avec|der|die|das|und|ist|nicht|für|mit|ein|eine|el|los|las|una|para|con|por|del|está|que|il|che|di|per|non|sono|um|uma|não|os|as|em|het|een|niet|och|är|att)\b/gi;
const letters = /\p{L}/gu;
const latin = /[A-Za-zÀ-ɏ]/g;
const beyondAscii = /[^\u0000-\u007f]/;

/** Whether our English grammar applies to a text. In any other language, prose alone never completes a run. */
export function isEnglish(text: string): boolean {
  const sample = text.length > 4000 ? `${text.slice(0, 2000)}${text.slice(-2000)}` : text;
  if (beyondAscii.test(sample) && count(sample, latin) < count(sample, letters) * 0.9) return false;
  return hasAtLeast(sample, english, count(sample, others));
}

/** Stops early: most texts are English and contain none of the other words. */
function hasAtLeast(text: string, expression: RegExp, most: number): boolean {
  expression.lastIndex = 0;
  for (let found = 0; found < most; found++) if (!expression.test(text)) return false;
  return true;
}

const count = (text: string, expression: RegExp): number => text.match(expression)?.length ?? 0;
