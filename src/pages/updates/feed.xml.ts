import type { APIRoute } from 'astro';
import { rssFile } from '#content/feeds/feed-files.ts';
import { updateFeed } from '#content/feeds/update-feeds.ts';

export const GET: APIRoute = async ({ site, url }) => {
  const home = site ?? url;
  return new Response(rssFile(await updateFeed(home), home), {
    headers: { 'content-type': 'application/rss+xml' },
  });
};
