/** Invariant: whatever the address or the error says, it arrives as text. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** `markup` stands in the page as it is. */
export function fillWithMarkup(html: string, attribute: string, markup: string): string {
  const element = new RegExp(`(<[a-z0-9]+[^>]*\\b${attribute}\\b[^>]*>)[^<]*`);
  return html.replace(element, (_, opening: string) => `${opening}${markup}`);
}

function fillElement(html: string, attribute: string, text: string): string {
  return fillWithMarkup(html, attribute, escapeText(text));
}

export function notFoundView(html: string, text: string): string {
  return fillElement(html, 'data-not-found', text);
}

export function errorView(html: string, message: string, number: string): string {
  const told = fillElement(html, 'data-error-message', message);
  return fillElement(told, 'data-error-id', `Error ${number}`);
}

/** The message of an error without the folders of the machine that it happened on. */
export function errorMessage(error: unknown, folder: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(folder, '').replace(/(?:\/[\w.@-]+){3,}\//g, '…/');
}
