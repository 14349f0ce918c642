import { randomUUID } from 'node:crypto';
import type { Caller, LocalContext } from '../context.ts';
import { askedBindings, assertAllowed, parseBindings, SubscriptionRefused } from './bindings.ts';
import type { AskedBinding, Binding } from './bindings.ts';
import { addressOfReply, sendSystemMessage, type Channel } from './channel.ts';
import { everyRight, readChannelRights, type ChannelRights } from './channel-rights.ts';
import type { Connection } from './connection.ts';
import { limits } from './limits.ts';
import type { Relations } from './relations.ts';
import { identifyToken, TokenRefused } from './tokens.ts';
import type { WatchedTables } from './watched-tables.ts';
import { isObject, type Frame } from './wire.ts';

export interface JoinServices {
  readonly context: LocalContext;
  readonly relations: Relations;
  readonly watched: WatchedTables;
  /** It hears the topic from now on. */
  entered(channel: Channel): void;
  /** It has its reply: whatever belongs after that may follow. */
  welcomed(channel: Channel): void;
  left(channel: Channel): void;
}

export class JoinRefused extends Error {}

export async function joinChannel(
  services: JoinServices,
  connection: Connection,
  frame: Frame,
): Promise<void> {
  const config = isObject(frame.payload['config']) ? frame.payload['config'] : {};
  const asked = askedBindings(config);
  const channel = await admit(services.context, connection, frame, config);
  const waits = isObject(config['postgres_changes_options'])
    ? config['postgres_changes_options']['wait'] === true
    : false;
  services.entered(channel);
  if (waits && asked.length > 0) await subscribeOrRefuse(services, channel, asked);
  welcome(services, channel, frame, asked);
  if (asked.length === 0) return;
  if (waits) return sendSubscribed(channel);
  // The reply doesn't wait: whether the subscription holds is said in a system message.
  void subscribe(services, channel, asked)
    .then(() => sendSubscribed(channel))
    .catch((error: unknown) => {
      if (!(error instanceof SubscriptionRefused)) services.context.log(String(error));
      const message = error instanceof Error ? error.message : String(error);
      sendSystemMessage(channel, { extension: 'postgres_changes', status: 'error', message });
    });
}

async function admit(
  context: LocalContext,
  connection: Connection,
  frame: Frame,
  config: Readonly<Record<string, unknown>>,
): Promise<Channel> {
  const name = frame.topic.slice('realtime:'.length);
  if (name === '') throw new JoinRefused('TopicNameRequired: You must provide a topic name');
  const others = [...connection.channels.keys()].filter((topic) => topic !== frame.topic);
  if (others.length >= limits.channelsPerConnection) {
    throw new JoinRefused('ChannelRateLimitReached: Too many channels');
  }
  const caller = await callerOf(context, connection, frame.payload['access_token']);
  const isPrivate = config['private'] === true;
  const rights = isPrivate ? await rightsIn(context, caller, name) : everyRight;
  const { broadcast, presence } = optionsOf(config);
  const key = presence['key'];
  return {
    connection,
    joinRef: frame.joinRef,
    topic: frame.topic,
    name,
    isPrivate,
    acknowledges: broadcast['ack'] === true,
    hearsItself: broadcast['self'] === true,
    presenceKey: typeof key === 'string' && key !== '' ? key : randomUUID(),
    presenceEnabled: presence['enabled'] !== false,
    caller,
    rights,
    bindings: [],
    isOpen: true,
    expiry: undefined,
  };
}

function optionsOf(config: Readonly<Record<string, unknown>>) {
  const { broadcast, presence } = config;
  return {
    broadcast: isObject(broadcast) ? broadcast : {},
    presence: isObject(presence) ? presence : {},
  };
}

async function callerOf(
  context: LocalContext,
  connection: Connection,
  token: unknown,
): Promise<Caller> {
  try {
    return await identifyToken(context, connection.apikey, token);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    throw new JoinRefused(`${error.code}: ${error.message}`, { cause: error });
  }
}

async function rightsIn(
  context: LocalContext,
  caller: Caller,
  name: string,
): Promise<ChannelRights> {
  const rights = await readChannelRights(context, caller, name);
  if (rights.broadcast.read || rights.presence.read) return rights;
  throw new JoinRefused(
    `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
  );
}

function welcome(
  services: JoinServices,
  channel: Channel,
  frame: Frame,
  asked: readonly AskedBinding[],
): void {
  const bindings = asked.map((one) => ({ ...one.asked, id: one.id }));
  channel.connection.send(
    addressOfReply(frame),
    JSON.stringify({ status: 'ok', response: { postgres_changes: bindings } }),
  );
  services.welcomed(channel);
}

async function subscribeOrRefuse(
  services: JoinServices,
  channel: Channel,
  asked: readonly AskedBinding[],
): Promise<void> {
  try {
    await subscribe(services, channel, asked);
  } catch (error) {
    services.left(channel);
    if (!(error instanceof SubscriptionRefused)) throw error;
    throw new JoinRefused(`RealtimeDisabledForConfiguration: ${error.message}`, { cause: error });
  }
}

async function subscribe(
  { context, relations, watched }: JoinServices,
  channel: Channel,
  asked: readonly AskedBinding[],
): Promise<void> {
  const bindings: readonly Binding[] = parseBindings(asked);
  for (const binding of bindings) {
    await assertAllowed(binding, channel.caller.role, relations, context.sql);
  }
  channel.bindings = bindings;
  await watched.update();
}

function sendSubscribed(channel: Channel): void {
  sendSystemMessage(channel, {
    extension: 'postgres_changes',
    status: 'ok',
    message: 'Subscribed to PostgreSQL',
  });
}
