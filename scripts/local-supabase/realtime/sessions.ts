/** Invariant: a channel that was left or closed hears nothing, and its presence is gone. */
import type { LocalContext } from '../context.ts';
import { addressOfReply, sendSystemMessage, type Channel } from './channel.ts';
import { readChannelRights } from './channel-rights.ts';
import type { Connection, ConnectionHandlers } from './connection.ts';
import { joinChannel, JoinRefused, type JoinServices } from './join-channel.ts';
import { limits } from './limits.ts';
import type { Presences } from './presences.ts';
import type { Relations } from './relations.ts';
import { expiredMessage, identifyToken, isKey, TokenRefused } from './tokens.ts';
import type { Topics } from './topics.ts';
import type { WatchedTables } from './watched-tables.ts';
import { isObject, type Frame } from './wire.ts';

export interface SessionServices {
  readonly context: LocalContext;
  readonly relations: Relations;
  readonly watched: WatchedTables;
  readonly topics: Topics;
  readonly presences: Presences;
}

const longestTimerMs = 3_600_000;

export function createSessions(services: SessionServices): ConnectionHandlers {
  const { context, topics, presences, watched } = services;
  const joining: JoinServices = {
    ...services,
    entered(channel) {
      const before = channel.connection.channels.get(channel.topic);
      if (before) close(before);
      channel.connection.channels.set(channel.topic, channel);
      topics.add(channel);
      watchExpiry(channel);
    },
    welcomed: (channel) => presences.sendState(channel),
    left: leave,
  };

  function leave(channel: Channel): void {
    if (!channel.isOpen) return;
    presences.untrack(channel);
    channel.isOpen = false;
    clearTimeout(channel.expiry);
    topics.remove(channel);
    const { channels } = channel.connection;
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic);
    if (channel.bindings.length > 0) void watched.update().catch(failed);
  }

  function close(channel: Channel): void {
    if (!channel.isOpen) return;
    const { connection, joinRef, topic } = channel;
    connection.send({ joinRef, ref: joinRef, topic, event: 'phx_close' }, '{}');
    leave(channel);
  }

  /** As a hosted project does it: say why, then close. */
  function shutDown(channel: Channel, message: string): void {
    sendSystemMessage(channel, { extension: 'system', status: 'error', message });
    close(channel);
  }

  function watchExpiry(channel: Channel): void {
    clearTimeout(channel.expiry);
    const expiresAt = channel.caller.claims.exp;
    if (expiresAt === undefined) return;
    const leftMs = expiresAt * 1000 - Date.now();
    channel.expiry = setTimeout(
      () => {
        if (leftMs > longestTimerMs) watchExpiry(channel);
        else shutDown(channel, expiredMessage(expiresAt));
      },
      Math.max(0, Math.min(leftMs, longestTimerMs)),
    );
  }

  function failed(error: unknown): void {
    context.log(
      `realtime: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }

  async function join(connection: Connection, frame: Frame): Promise<void> {
    try {
      await joinChannel(joining, connection, frame);
    } catch (error) {
      if (!(error instanceof JoinRefused)) failed(error);
      const reason = error instanceof JoinRefused ? error.message : 'Unknown Error on Channel';
      reply(connection, frame, 'error', { reason });
    }
  }

  async function inChannel(channel: Channel, frame: Frame): Promise<void> {
    const { connection } = channel;
    switch (frame.event) {
      case 'phx_leave':
        reply(connection, frame, 'ok');
        return close(channel);
      case 'access_token':
        return refreshToken(channel, frame.payload['access_token']);
      case 'broadcast':
        return handleBroadcast(channel, frame);
      case 'presence':
        return handlePresence(channel, frame);
    }
  }

  async function refreshToken(channel: Channel, token: unknown): Promise<void> {
    if (isKey(token)) return;
    try {
      const caller = await identifyToken(context, channel.connection.apikey, token);
      const before = channel.rights;
      const rights = channel.isPrivate
        ? await readChannelRights(context, caller, channel.name)
        : before;
      channel.caller = caller;
      channel.rights = rights;
      watchExpiry(channel);
      const lost =
        (before.broadcast.read && !rights.broadcast.read) ||
        (before.presence.read && !rights.presence.read);
      if (lost) {
        shutDown(
          channel,
          `You no longer have permission to read from this Channel topic: ${channel.name}`,
        );
      }
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      shutDown(channel, error.message);
    }
  }

  function handleBroadcast(channel: Channel, frame: Frame): void {
    const { event, payload } = frame.payload;
    if (!channel.rights.broadcast.write || typeof event !== 'string') return;
    const body = frame.bytes ?? (payload === undefined ? null : JSON.stringify(payload));
    if (body !== null && Buffer.byteLength(body) > limits.payloadBytes) {
      if (channel.acknowledges) {
        reply(channel.connection, frame, 'error', { reason: 'payload_size_exceeded' });
      }
      return;
    }
    topics.broadcast({ name: channel.name, isPrivate: channel.isPrivate, event, body }, channel);
    if (channel.acknowledges) reply(channel.connection, frame, 'ok');
  }

  function handlePresence(channel: Channel, frame: Frame): void {
    const { event, payload = {} } = frame.payload;
    const kind = typeof event === 'string' ? event.toLowerCase() : '';
    if (kind === 'track') {
      if (!channel.rights.presence.write) return reply(channel.connection, frame, 'error');
      if (!isObject(payload)) {
        const reason = 'Presence track payload must be a map';
        return reply(channel.connection, frame, 'error', { reason });
      }
      if (Buffer.byteLength(JSON.stringify(payload)) > limits.payloadBytes) {
        return shutDown(channel, 'Track message size exceeded');
      }
      const wasEnabled = channel.presenceEnabled;
      channel.presenceEnabled = true;
      presences.track(channel, payload);
      if (!wasEnabled) presences.sendState(channel);
    } else if (kind === 'untrack') presences.untrack(channel);
    else return reply(channel.connection, frame, 'error');
    reply(channel.connection, frame, 'ok');
  }

  return {
    failed,
    async frame(connection, frame) {
      if (frame.topic === 'phoenix') return reply(connection, frame, 'ok');
      if (frame.event === 'phx_join' && frame.topic.startsWith('realtime:')) {
        return join(connection, frame);
      }
      const channel = connection.channels.get(frame.topic);
      if (channel) {
        const isStale = frame.joinRef !== null && frame.joinRef !== channel.joinRef;
        if (!isStale) await inChannel(channel, frame);
        return;
      }
      if (frame.event === 'phx_leave') return reply(connection, frame, 'ok');
      reply(connection, frame, 'error', { reason: 'unmatched topic' });
    },
    tooFast(connection, frame) {
      const channel = connection.channels.get(frame.topic);
      if (channel) shutDown(channel, 'Too many messages per second');
      else connection.terminate(1008, 'Too many messages per second');
    },
    closed(connection) {
      for (const channel of connection.channels.values()) leave(channel);
    },
  };
}

function reply(
  connection: Connection,
  frame: Frame,
  status: 'ok' | 'error',
  response: Readonly<Record<string, unknown>> = {},
): void {
  connection.send(addressOfReply(frame), JSON.stringify({ status, response }));
}
