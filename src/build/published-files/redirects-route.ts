/** Invariant: no route of the shop redirects; only addresses that were renamed do. */
import type { APIRoute } from 'astro';
import { readOldAddresses } from '#content/old-addresses.ts';
import { routes, shellDesignId } from '#routes.ts';

export const prerender = true;

export const GET: APIRoute = async () => {
  const moved = (await readOldAddresses()).map(({ from, to }) => `${from} ${to} 301`);
  const shell = `/colorpicker/* ${routes.design(shellDesignId)} 200`;
  return new Response([...moved, shell, ''].join('\n'), {
    headers: { 'content-type': 'text/plain' },
  });
};
