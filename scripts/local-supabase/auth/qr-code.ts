/** Invariant: the SVG holds no `#`, because supabase-js puts it unescaped into a data URL. */
import { encode } from 'uqr';

const modulePixels = 4;

export function qrCodeSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const pixels = size * modulePixels;
  // White under black whatever the page's colours are: scanners want it so.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path fill="black" d="${path}"/></svg>`;
}
