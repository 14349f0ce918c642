/** Everything else stays as it was drawn. */
const blurred =
  /<path filter="url\(#\w*?(far|close|soft)\)" fill="#000" fill-opacity="([\d.]+)" d="([^"]*)"\/>/g;

/** How far a shadow of each kind reaches in the drawing's units, and in how many steps it fades. */
const fades: Readonly<Record<string, { readonly reach: number; readonly steps: number }>> = {
  far: { reach: 52, steps: 14 },
  close: { reach: 14, steps: 6 },
  soft: { reach: 5, steps: 2 },
};

function strokes(d: string, opacity: number, { reach, steps }: { reach: number; steps: number }) {
  // At the edge of its shape a soft shadow is half as dark as in its middle, and the middle is hidden.
  const each = (1 - (1 - opacity / 2) ** (1 / steps)).toFixed(4);
  const fading = Array.from({ length: steps }, (_, n) => {
    const width = (2 * reach * ((n + 1) / steps) ** 1.4).toFixed(1);
    return `<path fill="none" stroke="#000" stroke-linejoin="round" stroke-width="${width}" stroke-opacity="${each}" d="${d}"/>`;
  });
  return `<path fill="#000" fill-opacity="${(opacity / 2).toFixed(2)}" d="${d}"/>${fading.join('')}`;
}

export function withQuickShadows(svg: string): string {
  return svg.replace(blurred, (path, kind: string, opacity: string, d: string) => {
    const fade = fades[kind];
    return fade === undefined ? path : strokes(d, Number(opacity), fade);
  });
}
