import type { QuietAnswer, QuietRequest } from './quiet-fetch.ts';

async function send({ url, body, contentType }: QuietRequest): Promise<QuietAnswer | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
      credentials: 'omit',
      referrerPolicy: 'strict-origin',
      keepalive: body.length < 16_000,
    });
    return {
      status: response.status,
      body: await response.text(),
      rateLimits: response.headers.get('x-sentry-rate-limits'),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch {
    return null;
  }
}

addEventListener('message', (event: MessageEvent<QuietRequest & { readonly id: number }>) => {
  void send(event.data).then((answer) => postMessage({ id: event.data.id, answer }));
});
