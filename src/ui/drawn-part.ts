/** An element that script draws, with its class and what it holds. */
export function part<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
  ...content: readonly (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className ?? '';
  element.append(...content);
  return element;
}
