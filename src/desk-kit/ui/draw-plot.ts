/**
 * What it would write as styles of its own is left out: the page's policy allows none, and the desk's
 * own sheet colours both schemes.
 */
import * as Plot from '@observablehq/plot';

export function drawPlot(options: Plot.PlotOptions): Element {
  // In a document that is not shown, nothing of it is judged or applied before it is cleaned.
  const aside = document.implementation.createHTMLDocument('');
  const drawing = Plot.plot({ document: aside, ...options });
  for (const own of drawing.querySelectorAll('style')) own.remove();
  for (const part of [drawing, ...drawing.querySelectorAll('[style]')])
    part.removeAttribute('style');
  drawing.setAttribute('aria-hidden', 'true');
  return document.adoptNode(drawing);
}
