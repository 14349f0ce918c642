/** Keeps a number and its unit on one line: "900 × 400 mm" and "60 %" are one word to who reads them. */
const space = '\u00a0';

/** @example unbroken('For 60 % boards, 3 mm') // 'For 60\u00a0% boards, 3\u00a0mm' */
export function unbroken(text: string): string {
  return text
    .replaceAll(/(?<=\d) (?=[%×]|(?:mm|cm|m|g|kg)(?![\p{L}\p{N}]))/gu, space)
    .replaceAll(/(?<=×) (?=\d)/g, space);
}
