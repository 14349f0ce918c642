import type { Types } from '@amplitude/analytics-browser';
import { quietFetch } from '../errors/quiet-fetch.ts';

type Transport = Types.BrowserConfig['transportProvider'];

function parseAnswer(body: string, status: number): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer === 'object' && answer !== null && 'code' in answer) return { ...answer };
  } catch {
    // A proxy's page instead of an answer: its status says enough.
  }
  return { code: status };
}

interface ReadsAnswers extends Transport {
  buildResponse(
    answer: Record<string, unknown>,
  ): ReturnType<Transport['send']> extends Promise<infer Answer> ? Answer : never;
}

function readsAnswers(transport: Transport): transport is ReadsAnswers {
  return 'buildResponse' in transport;
}

/** The library's fetch transport, sent by the worker; a host that doesn't answer counts as a failure. */
export function makeQuiet(transport: Transport): Transport {
  if (!readsAnswers(transport)) return transport;
  return {
    async send(url, { api_key, events, options, client_upload_time }) {
      const body = JSON.stringify({ api_key, events, options, client_upload_time });
      const answer = await quietFetch({ url, body, contentType: 'application/json' });
      if (answer === null) return transport.buildResponse({ code: 503 });
      return transport.buildResponse(parseAnswer(answer.body, answer.status));
    },
  };
}
