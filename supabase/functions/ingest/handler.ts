/**
 * Takes the statistics of visitors who agreed: checks a batch against the tracking plan, stores each
 * event once and passes it on. Nothing of the request but its body is read, so no address is kept.
 */
import { isRecord, readBatch, type EventRow, type Faults } from './batch.ts';

export interface IngestDeps {
  readonly now: () => Date;
  /** Stores rows whose `insert_id` is new and says which those were; null once a day holds enough. */
  readonly store: (rows: readonly EventRow[]) => Promise<ReadonlySet<string> | null>;
  /** Passes events on to Amplitude; null when no key is set. */
  readonly forward: ((rows: readonly EventRow[]) => Promise<void>) | null;
  /** Counts a device's events; false once it has sent more than its share of this minute. */
  readonly admit: (deviceId: string, events: number) => boolean;
}

const mostBytes = 1_000_000;
const mostEvents = 1000;
const epsThreshold = 30;
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'content-type, authorization, apikey, x-client-info',
  'access-control-max-age': '86400',
};

function answer(code: number, body: Readonly<Record<string, unknown>>): Response {
  return Response.json({ code, ...body }, { status: code, headers: corsHeaders });
}

interface Refusal {
  readonly missingField?: string;
  readonly missing?: Faults;
  readonly invalid?: Faults;
}

function refuse(error: string, { missingField = '', missing = {}, invalid = {} }: Refusal = {}) {
  return answer(400, {
    error,
    missing_field: missingField,
    events_with_missing_fields: missing,
    events_with_invalid_fields: invalid,
    events_with_invalid_id_lengths: {},
    silenced_devices: [],
    silenced_events: [],
  });
}

/** Reads no further than the limit, whatever length the sender claims. */
async function readBounded(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of request.body ?? []) {
    length += part.byteLength;
    if (length > mostBytes) return null;
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function parseBody(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(body) ? body : null;
  } catch {
    return null;
  }
}

function refuseBusy(rows: readonly EventRow[], busy: ReadonlySet<string>): Response {
  return answer(429, {
    error: 'Too many requests for some devices and users',
    eps_threshold: epsThreshold,
    throttled_devices: Object.fromEntries([...busy].map((device) => [device, epsThreshold])),
    throttled_users: {},
    throttled_events: rows.flatMap(({ device_id }, place) => (busy.has(device_id) ? [place] : [])),
    exceeded_daily_quota_devices: {},
    exceeded_daily_quota_users: {},
  });
}

function findBusyDevices(rows: readonly EventRow[], admit: IngestDeps['admit']): Set<string> {
  const counts = Map.groupBy(rows, ({ device_id }) => device_id);
  return new Set(
    [...counts].flatMap(([device, events]) => (admit(device, events.length) ? [] : [device])),
  );
}

export async function handleIngest(request: Request, deps: IngestDeps): Promise<Response> {
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: corsHeaders });
  if (request.method !== 'POST') return answer(405, { error: 'Only POST is understood here' });
  const bytes = await readBounded(request);
  if (bytes === null) return answer(413, { error: 'Payload too large' });
  const body = parseBody(bytes);
  if (body === null) return refuse('Invalid JSON request body');
  const { api_key: key, events } = body;
  if (typeof key !== 'string' || !/^[\w-]{1,64}$/.test(key)) {
    return refuse('Request missing required field', { missingField: 'api_key' });
  }
  if (!Array.isArray(events) || events.length === 0) return refuse('Request has no events');
  if (events.length > mostEvents) return answer(413, { error: 'Too many events in request' });

  const now = deps.now();
  const { rows, faults } = readBatch(events, now);
  if (faults) return refuse('Some events are not as they must be', faults);
  const busy = findBusyDevices(rows, deps.admit);
  if (busy.size > 0) return refuseBusy(rows, busy);

  const stored = await deps.store(rows);
  if (stored === null) return refuseBusy(rows, new Set());
  const fresh = rows.filter(({ insert_id }) => stored.has(insert_id));
  if (fresh.length > 0) await deps.forward?.(fresh);
  return answer(200, {
    events_ingested: events.length,
    payload_size_bytes: bytes.byteLength,
    server_upload_time: now.getTime(),
  });
}
