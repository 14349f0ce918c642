/** Whatever does not parse is null. */
export type ProtocolVersion = 1 | 2;

export interface Frame {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The body of a broadcast that came as bytes, in place of `payload.payload`. */
  readonly bytes?: Buffer;
}

export interface Address {
  readonly joinRef?: string | null;
  readonly ref?: string | null;
  readonly topic: string;
  readonly event: string;
}

const pushKind = 3;
const broadcastKind = 4;
const jsonEncoding = 1;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function decodeFrame(data: Buffer, isBinary: boolean): Frame | null {
  try {
    return isBinary ? decodeBinary(data) : decodeText(data.toString());
  } catch {
    return null;
  }
}

function decodeText(text: string): Frame | null {
  const message: unknown = JSON.parse(text);
  if (Array.isArray(message)) {
    const [joinRef, ref, topic, event, payload] = message as readonly unknown[];
    return toFrame(joinRef, ref, topic, event, payload);
  }
  if (!isObject(message)) return null;
  return toFrame(
    message['join_ref'],
    message['ref'],
    message['topic'],
    message['event'],
    message['payload'],
  );
}

function toFrame(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Frame | null {
  if (typeof topic !== 'string' || typeof event !== 'string') return null;
  return {
    joinRef: toRef(joinRef),
    ref: toRef(ref),
    topic,
    event,
    payload: isObject(payload) ? payload : {},
  };
}

function toRef(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** kind, five lengths, encoding; then join_ref, ref, topic, user event, metadata and the body. */
function decodeBinary(data: Buffer): Frame | null {
  const headerBytes = 7;
  if (data.length < headerBytes || data[0] !== pushKind) return null;
  let offset = headerBytes;
  const [joinRef = '', ref = '', topic = '', event = ''] = [...data.subarray(1, 6)].map(
    (length) => {
      offset += length;
      return data.toString('utf8', offset - length, offset);
    },
  );
  if (offset > data.length || topic === '') return null;
  const body = data.subarray(offset);
  const isJson = data[6] === jsonEncoding;
  return {
    joinRef: joinRef === '' ? null : joinRef,
    ref: ref === '' ? null : ref,
    topic,
    event: 'broadcast',
    payload: {
      type: 'broadcast',
      event,
      ...(isJson ? { payload: JSON.parse(body.toString()) as unknown } : {}),
    },
    ...(isJson ? {} : { bytes: Buffer.from(body) }),
  };
}

export function encodeFrame(
  version: ProtocolVersion,
  { joinRef = null, ref = null, topic, event }: Address,
  payloadJson: string,
): string {
  if (version === 2) {
    return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payloadJson}]`;
  }
  const head = JSON.stringify({ join_ref: joinRef, ref, topic, event });
  return `${head.slice(0, -1)},"payload":${payloadJson}}`;
}

/** Null when a name is longer than the one byte that holds its length can say. */
export function encodeBinaryBroadcast(topic: string, event: string, body: Buffer): Buffer | null {
  const topicBytes = Buffer.from(topic);
  const eventBytes = Buffer.from(event);
  if (topicBytes.length > 255 || eventBytes.length > 255) return null;
  const head = Buffer.from([broadcastKind, topicBytes.length, eventBytes.length, 0, 0]);
  return Buffer.concat([head, topicBytes, eventBytes, body]);
}
