import type { APIRoute } from 'astro';
import { jsonFile } from '#content/feeds/feed-files.ts';
import { dropFeed } from '#content/feeds/drop-feed.ts';

export const GET: APIRoute = async ({ site, url }) => {
  const home = site ?? url;
  return new Response(jsonFile(await dropFeed(home), home), {
    headers: { 'content-type': 'application/feed+json' },
  });
};
