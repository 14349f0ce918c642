/** What browsers of any site may read: who they are is asked by key, token or secret. */
export const sharedHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'content-type, authorization, apikey, x-client-info',
  'access-control-max-age': '86400',
  'cache-control': 'no-store',
};

export const answer = (status: number, body: unknown): Response =>
  Response.json(body, { status, headers: sharedHeaders });

export const nothing = (): Response => new Response(null, { status: 204, headers: sharedHeaders });

/** The code says that the message is written for people. */
export const refuse = (status: number, hint: string, message: string): Response =>
  answer(status, { code: `PT${status}`, message, hint });
