import type { APIRoute } from 'astro';
import { calendar } from '#content/feeds/calendar.ts';

export const GET: APIRoute = async ({ site, url }) =>
  new Response(await calendar(site ?? url), { headers: { 'content-type': 'text/calendar' } });
