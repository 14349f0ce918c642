/** Invariant: `caller` and `rights` come from a verified key or token, and go with it. */
import type { Caller } from '../context.ts';
import type { Binding } from './bindings.ts';
import type { ChannelRights } from './channel-rights.ts';
import type { Connection } from './connection.ts';
import type { Address } from './wire.ts';

export interface Channel {
  readonly connection: Connection;
  readonly joinRef: string | null;
  /** As the client writes it, `realtime:` in front. */
  readonly topic: string;
  /** Without `realtime:`: what policies see as `realtime.topic()`. */
  readonly name: string;
  readonly isPrivate: boolean;
  readonly acknowledges: boolean;
  readonly hearsItself: boolean;
  readonly presenceKey: string;
  presenceEnabled: boolean;
  caller: Caller;
  rights: ChannelRights;
  bindings: readonly Binding[];
  /** False once it was left or closed: nothing may be sent any more. */
  isOpen: boolean;
  expiry: NodeJS.Timeout | undefined;
}

export function sendTo(channel: Channel, event: string, payloadJson: string): void {
  if (!channel.isOpen) return;
  channel.connection.send({ topic: channel.topic, event }, payloadJson);
}

export interface SystemMessage {
  readonly extension: 'system' | 'postgres_changes';
  readonly status: 'ok' | 'error';
  readonly message: string;
}

export function sendSystemMessage(channel: Channel, message: SystemMessage): void {
  sendTo(channel, 'system', JSON.stringify({ ...message, channel: channel.name }));
}

export function addressOfReply(frame: {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
}): Address {
  return { joinRef: frame.joinRef, ref: frame.ref, topic: frame.topic, event: 'phx_reply' };
}

/** Two callers see the same rows when role and claims agree. */
export function callerKey(caller: Caller): string {
  return JSON.stringify([caller.role, caller.claims]);
}
