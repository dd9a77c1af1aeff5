/** Where a function begins, up to its parameters: its name is in the first group, or in the second where it is assigned. */
export const functionHeads =
  /\b(?:function|def|fn|func|fun)\s+(?:\([^)\n]*\)\s*)?(\w+)\s*(?=\()|\b(?:const|let|var)\s+(\w+)\s*(?::[^=\n]{1,80})?=\s*(?:async\s*)?(?:function\b\s*\w*\s*)?(?=\(|\w+\s*=>)/g;
