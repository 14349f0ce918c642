/** What is made of a picture of a product's page for whoever zooms into it: no page loads it by itself. */
export const largeWidth = 2240;

/**
 * Where the largest picture lies, by what a page says of the others. Null where none is larger.
 * @example largeLink('/pictures/0123456789ab-1120.avif 1120w') // '/pictures/0123456789ab-2240.avif'
 */
export function largeLink(srcset: string): string | null {
  const [, start] = /(\/pictures\/[\da-f]{12}-)1120\.avif/.exec(srcset) ?? [];
  return start === undefined ? null : `${start}${largeWidth}.avif`;
}
