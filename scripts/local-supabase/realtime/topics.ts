/** Invariant: a private and a public channel of one name never hear each other. */
import { sendTo, type Channel } from './channel.ts';
import { encodeBinaryBroadcast } from './wire.ts';

interface Broadcast {
  readonly name: string;
  readonly isPrivate: boolean;
  readonly event: string;
  /** JSON text, or bytes that only protocol 2.0.0 can carry. */
  readonly body: string | Buffer | null;
  readonly id?: string;
}

export interface Topics {
  add(channel: Channel): void;
  remove(channel: Channel): void;
  all(): Iterable<Channel>;
  /** Everyone in the same topic, itself included. */
  companions(channel: Channel): Iterable<Channel>;
  broadcast(message: Broadcast, sender?: Channel): void;
}

function keyOf(name: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${name}`;
}

export function createTopics(): Topics {
  const byKey = new Map<string, Set<Channel>>();
  const none: ReadonlySet<Channel> = new Set();

  function* all(): Iterable<Channel> {
    for (const channels of byKey.values()) yield* channels;
  }

  return {
    all,
    add(channel) {
      const key = keyOf(channel.name, channel.isPrivate);
      const channels = byKey.get(key) ?? new Set();
      byKey.set(key, channels.add(channel));
    },
    remove(channel) {
      const key = keyOf(channel.name, channel.isPrivate);
      const channels = byKey.get(key);
      channels?.delete(channel);
      if (channels?.size === 0) byKey.delete(key);
    },
    companions: (channel) => byKey.get(keyOf(channel.name, channel.isPrivate)) ?? none,
    broadcast(message, sender) {
      for (const channel of byKey.get(keyOf(message.name, message.isPrivate)) ?? none) {
        if (channel === sender && !channel.hearsItself) continue;
        if (channel.rights.broadcast.read) deliver(channel, message);
      }
    },
  };
}

function deliver(channel: Channel, { event, body, id }: Broadcast): void {
  if (body instanceof Buffer) {
    const frame =
      channel.connection.version === 2 ? encodeBinaryBroadcast(channel.topic, event, body) : null;
    if (frame !== null && channel.isOpen) channel.connection.sendBytes(frame);
    return;
  }
  const meta = id === undefined ? '' : `,"meta":${JSON.stringify({ id })}`;
  const payload = body === null ? '' : `,"payload":${String(body)}`;
  sendTo(
    channel,
    'broadcast',
    `{"type":"broadcast","event":${JSON.stringify(event)}${payload}${meta}}`,
  );
}
