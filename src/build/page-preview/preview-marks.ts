/**
 * Invariant: it looks like the real one but for a line that says what it is, links leave it, and
 * nothing can be bought or entered from it.
 */

const note =
  '<p class="preview-note" role="note"><b>Preview.</b> Nobody else sees this page. What is left in stock is not asked, and nothing can be bought here.</p>';

/** What would ask the shop for something that it does not know yet. */
const acting = /<(keywright-add|keywright-follow)\b/g;
const listKeys = /<button\b(?=[^>]*\bdata-list)/g;

/** The shop's own player is code that a preview does not fetch. */
const player = '<audio preload';

const head = '<head><meta name="robots" content="noindex"><base target="_blank">';

/** `<base>` without an address: links open elsewhere, since no other page may be framed. */
export function asPreview(html: string): string {
  return html
    .replace(/<title>/, '<title>Preview: ')
    .replace(/<head>/, () => head)
    .replace(/<body\b[^>]*>/, (body) => body + note)
    .replace(acting, (tag) => `${tag} inert`)
    .replaceAll(player, '<audio controls preload')
    .replace(listKeys, (tag) => `${tag} disabled`);
}

export const previewStyles = `.preview-note {
  padding: 0.5rem var(--gutter, 1rem);
  background: var(--ochre-wash);
  border-block-end: 1px solid var(--ochre);
  font-size: var(--size-small, 0.9rem);
  text-align: center;
}

[inert] {
  opacity: 0.55;
}

keywright-consent,
[data-live-failed],
keywright-sounds :is(button, [data-wave]) {
  display: none !important;
}
`;
