/** Invariant: it lists the very entries that the pages are rendered from. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { allPageEntries } from '#content/all-page-entries.ts';
import type { PageEntry } from '#content/page-entry.ts';
import { payloadText } from '#content/payload-text.ts';

export const prerender = true;

export const getStaticPaths: GetStaticPaths = async () =>
  (await allPageEntries()).map((entry) => ({
    // The home page has no folder of its own.
    params: { page: entry.path === '/' ? undefined : entry.path.slice(1) },
    props: { entry },
  }));

export const GET: APIRoute<{ entry: PageEntry }> = ({ props }) =>
  new Response(payloadText(props.entry), { headers: { 'content-type': 'application/json' } });
