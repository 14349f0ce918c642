import type { APIRoute, GetStaticPaths } from 'astro';
import { searchParts } from '#content/search/search-files.ts';

export const getStaticPaths: GetStaticPaths = async () =>
  (await searchParts()).map(({ name, text }) => ({ params: { part: name }, props: { text } }));

export const GET: APIRoute<{ text: string }> = ({ props }) =>
  new Response(props.text, { headers: { 'content-type': 'application/json' } });
