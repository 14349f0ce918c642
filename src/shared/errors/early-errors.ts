// chunk: errors
/** Invariant: each error is held once, at most ten of them, and handed over once. */
export interface HeldError {
  readonly error: unknown;
  readonly eventId: string;
  readonly handled: boolean;
}

type Receiver = (held: HeldError) => void;

const mostHeld = 10;
const held: HeldError[] = [];
let receiver: Receiver | null = null;

/** Not `randomUUID`: that one is missing on a page served without TLS. */
function newEventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function hold(error: unknown, handled: boolean): string {
  const eventId = newEventId();
  if (receiver !== null) receiver({ error, eventId, handled });
  else if (held.length < mostHeld) held.push({ error, eventId, handled });
  return eventId;
}

const holdThrown = (event: ErrorEvent) => hold(event.error ?? event.message, false);
const holdRejected = (event: PromiseRejectionEvent) => hold(event.reason, false);

/** Listens from the first script on, so that an error during loading isn't lost. */
export function captureEarlyErrors(): void {
  if (!import.meta.env.PUBLIC_SENTRY_DSN) return;
  addEventListener('error', holdThrown);
  addEventListener('unhandledrejection', holdRejected);
}

/** An error that somebody has caught and shown. Returns the id under which it is reported. */
export function holdCaughtError(error: unknown): string {
  return hold(error, true);
}

/** From here on the reporter listens to the window itself; what was held is its to send. */
export function handOverErrors(receive: Receiver): void {
  removeEventListener('error', holdThrown);
  removeEventListener('unhandledrejection', holdRejected);
  receiver = receive;
  for (const each of held.splice(0)) receive(each);
}
