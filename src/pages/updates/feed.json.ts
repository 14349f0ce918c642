import type { APIRoute } from 'astro';
import { jsonFile } from '#content/feeds/feed-files.ts';
import { updateFeed } from '#content/feeds/update-feeds.ts';

export const GET: APIRoute = async ({ site, url }) => {
  const home = site ?? url;
  return new Response(jsonFile(await updateFeed(home), home), {
    headers: { 'content-type': 'application/feed+json' },
  });
};
