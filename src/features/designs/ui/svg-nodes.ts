/**
 * Makes nodes of the renderer's own markup, without a sink for foreign HTML: what it can't read is
 * left out, and no attribute but those of drawings is set.
 */
const NAMESPACE = 'http://www.w3.org/2000/svg';
export const tag = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w:-]*="[^"]*")*)\s*(\/?)>/g;
export const attribute = /([a-zA-Z][\w:-]*)="([^"]*)"/g;
const drawn =
  /^(?:d|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|id|width|height|viewBox|fill|offset|points|transform|filter|clip-path|stdDeviation|patternUnits|gradientUnits|gradientTransform|data-key|data-zone|(?:fill|stroke|stop)(?:-[a-z]+)*)$/;
const shapes = new Set([
  'svg',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polygon',
  'defs',
  'pattern',
  'linearGradient',
  'radialGradient',
  'stop',
  'filter',
  'feGaussianBlur',
  'clipPath',
]);

export function svgNodes(markup: string): DocumentFragment {
  const root = document.createDocumentFragment();
  const open: ParentNode[] = [root];
  for (const [, closing, name = '', attributes = '', empty] of markup.matchAll(tag)) {
    if (closing === '/') {
      if (open.length > 1 && shapes.has(name)) open.pop();
      continue;
    }
    if (!shapes.has(name)) continue;
    const node = document.createElementNS(NAMESPACE, name);
    for (const [, key = '', value = ''] of attributes.matchAll(attribute))
      if (drawn.test(key)) node.setAttribute(key, value);
    open.at(-1)?.append(node);
    if (empty !== '/') open.push(node);
  }
  return root;
}
