/** Keeps a number and its unit on one line: whoever reads takes "900 × 400 mm" for one word. */
const space = '\u00a0';

/** @example unbroken('For 60 % boards, 3 mm') // 'For 60\u00a0% boards, 3\u00a0mm' */
export function unbroken(text: string): string {
  return text
    .replaceAll(/(?<=\d) (?=[%×]|(?:mm|cm|m|g|kg)(?![\p{L}\p{N}]))/gu, space)
    .replaceAll(/(?<=×) (?=\d)/g, space);
}
