/** Invariant: no route of the shop redirects; only addresses that were renamed do. */
import type { APIRoute } from 'astro';
import { readOldAddresses } from '#content/old-addresses.ts';
import { routes, shellDesignId } from '#routes.ts';

export const prerender = true;

/**
 * A host that follows these rules before it looks for files would hide what lies in the folder of the
 * shell, so they name the signs that an id begins with, and no slash.
 */
const designRules = Array.from(
  '0123456789abcdefABCDEF',
  (sign) => `${routes.colorpicker}/${sign}:rest ${routes.design(shellDesignId)} 200`,
);

export const GET: APIRoute = async () => {
  const moved = (await readOldAddresses()).map(({ from, to }) => `${from} ${to} 301`);
  return new Response([...moved, ...designRules, ''].join('\n'), {
    headers: { 'content-type': 'text/plain' },
  });
};
