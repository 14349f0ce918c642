/**
 * A page may hold `<` between quotes, and browsers read it rightly; what looks for styles and scripts
 * in the text of a page does not, and would move or allow those of a title. Invariant: a page means
 * what it meant.
 */

/** A comment, an element that holds no tags, or one tag with all its attributes. */
const pieces =
  /<!--[\s\S]*?-->|<(script|style|textarea|title)\b[\s\S]*?<\/\1>|<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** @example withoutQuotedMarkup('<a title="<b>">') // '<a title="&lt;b&gt;">' */
export function withoutQuotedMarkup(html: string): string {
  return html.replace(pieces, (piece: string, rawName: string | undefined) => {
    if (rawName !== undefined || piece.startsWith('<!--')) return piece;
    const inside = piece.slice(1, -1);
    if (!/[<>]/.test(inside)) return piece;
    return `<${inside.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}>`;
  });
}
