import type { QuietAnswer, QuietRequest, WorkerMessage } from './quiet-fetch.ts';

const tell = (message: WorkerMessage) => postMessage(message);

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

addEventListener('message', ({ data }: MessageEvent<QuietRequest & { readonly id: number }>) => {
  const { id } = data;
  void send(data).then((answer) => tell({ id, kind: 'answered', answer }));
  tell({ id, kind: 'sent' });
});
