/**
 * Invariant: what a page looks like stays as it was; the same styles are the same bytes, so they share
 * one hash.
 */
const stylePattern = /(<style\b[^>]*>)([\s\S]*?)(<\/style>)/g;
/** Astro writes it in front of the first island, where a style element is not allowed. */
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

function moveToHead(html: string): string {
  const head = html.indexOf('</head>');
  const at = html.indexOf(islandStyle);
  if (head === -1 || at < head) return html;
  const without = html.slice(0, at) + html.slice(at + islandStyle.length);
  return without.slice(0, head) + islandStyle + without.slice(head);
}

const linesOf = (css: string) => css.split('\n').toSorted().join('\n');

/**
 * Pages of one kind get their sheets in changing order; the first page's order becomes that of all.
 * `agreed` is what an earlier build came to, and what this one comes to is added to it.
 */
export function createStyleTidier(agreed: string[] = []): (html: string) => string {
  const agreedByOrder = new Map(agreed.map((css) => [css, css]));
  const agreedByLines = new Map(agreed.map((css) => [linesOf(css), css]));
  const agree = (css: string) => {
    const key = linesOf(css);
    const order = agreedByLines.get(key) ?? css;
    if (order === css) agreed.push(css);
    agreedByLines.set(key, order);
    agreedByOrder.set(css, order);
    return order;
  };
  return (html) =>
    moveToHead(html).replace(
      stylePattern,
      (_, open: string, css: string, close: string) =>
        open + (agreedByOrder.get(css) ?? agree(css)) + close,
    );
}
