import type { APIRoute } from 'astro';
import { jsonFeed } from '#content/feeds/update-feeds.ts';

export const GET: APIRoute = async ({ site, url }) =>
  new Response(await jsonFeed(site ?? url), {
    headers: { 'content-type': 'application/feed+json' },
  });
