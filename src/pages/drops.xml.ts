import type { APIRoute } from 'astro';
import { rssFile } from '#content/feeds/feed-files.ts';
import { dropFeed } from '#content/feeds/drop-feed.ts';

export const GET: APIRoute = async ({ site, url }) => {
  const home = site ?? url;
  return new Response(rssFile(await dropFeed(home), home), {
    headers: { 'content-type': 'application/rss+xml' },
  });
};
