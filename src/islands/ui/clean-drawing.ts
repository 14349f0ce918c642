/**
 * What a plotting library would write as styles of its own is left out: the page's policy allows none,
 * and the desk's own sheet colours both schemes.
 */
export function cleanDrawing(draw: (aside: Document) => Element): Element {
  // In a document that is not shown, nothing of it is judged or applied before it is cleaned.
  const drawing = draw(document.implementation.createHTMLDocument(''));
  for (const own of drawing.querySelectorAll('style')) own.remove();
  for (const part of [drawing, ...drawing.querySelectorAll('[style]')])
    part.removeAttribute('style');
  drawing.setAttribute('aria-hidden', 'true');
  return document.adoptNode(drawing);
}
