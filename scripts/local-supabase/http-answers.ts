export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-client-info, x-supabase-api-version, prefer, range, range-unit, accept, accept-profile, content-profile, x-upsert, cache-control, x-retry-count, x-metadata, x-region, content-encoding, if-none-match, sentry-trace, baggage',
  'access-control-expose-headers':
    'content-range, content-location, content-profile, range-unit, x-total-count, link, retry-after, preference-applied, etag, content-disposition, content-length, x-transformations, x-supabase-api-version',
  'access-control-max-age': '3600',
};

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...corsHeaders, 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

const whole = new WeakMap<Response, Buffer>();

/** An answer that its service has whole anyway is written at once: a stream costs more than the rest. */
export async function inOnePiece(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status, statusText, headers } = response;
  const known = new Response(null, { status, statusText, headers });
  whole.set(known, bytes);
  return known;
}

export const wholeBodyOf = (response: Response): Buffer | undefined => whole.get(response);
