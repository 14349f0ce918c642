/** Invariant: a file is named after its bytes. */
const linkPattern = /\b(href|data-[a-z]+)="data:text\/[a-z]+;charset=utf-8,([^"]*)"/g;

/** For a page to carry until then. */
export function jsonFile(value: unknown): string {
  return `data:text/json;charset=utf-8,${encodeURIComponent(JSON.stringify(value))}`;
}

export function htmlFile(html: string): string {
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}

/** `put` keeps a text and gives its address. */
export function withoutDownloads(html: string, put: (text: string) => string): string {
  return html.replace(
    linkPattern,
    (_, name: string, text: string) => `${name}="${put(decodeURIComponent(text))}"`,
  );
}
