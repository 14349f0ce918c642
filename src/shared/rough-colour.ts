/** @example roughColour('#e7dfd6') // '#edd' */
export function roughColour(colour: string): string {
  return colour.replaceAll(/[\da-f]{2}/gi, (pair) =>
    Math.round(Number.parseInt(pair, 16) / 17).toString(16),
  );
}
