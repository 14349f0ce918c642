import { parseEnvelope } from '../../scripts/local-supabase/error-catcher.ts';
import { corsHeaders, jsonResponse } from '../../scripts/local-supabase/http-answers.ts';
import { startHttpServer } from '../../scripts/local-supabase/http-server.ts';

export interface SpiedRequest {
  readonly path: string;
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SpiedEvent {
  readonly event_type: string;
  readonly insert_id: string;
  readonly device_id: string;
  readonly session_id: number;
  readonly time: number;
  readonly event_properties?: Readonly<Record<string, unknown>>;
  readonly user_properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [name: string]: unknown;
}

export interface SpiedError {
  readonly event_id: string;
  readonly release: string;
  readonly dist: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly breadcrumbs?: readonly unknown[];
  readonly exception: {
    readonly values: readonly { readonly type: string; readonly value: string }[];
  };
  readonly [name: string]: unknown;
}

export interface SpyServer {
  readonly origin: string;
  readonly requests: readonly SpiedRequest[];
  batches(): { readonly api_key: string; readonly events: readonly SpiedEvent[] }[];
  events(): SpiedEvent[];
  errors(): SpiedError[];
  /** What the ingestion answers from now on. */
  answerWith(status: number, body: unknown): void;
  forget(): void;
  close(): Promise<void>;
}

const ingested = { code: 200, events_ingested: 1, payload_size_bytes: 1, server_upload_time: 1 };

export async function startSpyServer(port: number): Promise<SpyServer> {
  const requests: SpiedRequest[] = [];
  let answer: { status: number; body: unknown } = { status: 200, body: ingested };
  const server = await startHttpServer({
    port,
    async handle(request) {
      if (request.method === 'OPTIONS') return new Response(null, { headers: corsHeaders });
      const { pathname } = new URL(request.url);
      const body = await request.text();
      const headers = Object.fromEntries(request.headers);
      requests.push({ path: pathname, at: Date.now(), headers, body });
      if (pathname.startsWith('/ingest')) return jsonResponse(answer.status, answer.body);
      return jsonResponse(200, {});
    },
  });
  const to = (start: string) => requests.filter(({ path }) => path.startsWith(start));
  const batches = () => to('/ingest').map(({ body }) => JSON.parse(body));
  return {
    origin: `http://localhost:${server.port}`,
    requests,
    batches,
    events: () => batches().flatMap(({ events }) => events),
    errors: () =>
      to('/api/').flatMap(({ body }) =>
        parseEnvelope(body)
          .items.filter(({ header }) => header['type'] === 'event')
          .map(({ payload }) => payload as SpiedError),
      ),
    answerWith(status, body) {
      answer = { status, body };
    },
    forget() {
      requests.length = 0;
      answer = { status: 200, body: ingested };
    },
    close: () => server.close(),
  };
}
