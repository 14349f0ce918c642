/** @example addToHead('meta', { name: 'build-id', content: id }) */
export function addToHead(tag: 'link' | 'meta', facts: Readonly<Record<string, string>>): void {
  document.head.append(Object.assign(document.createElement(tag), facts));
}
