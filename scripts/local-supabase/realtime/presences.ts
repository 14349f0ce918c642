/** Several channels may share a key: each has a meta of its own, as in Phoenix Presence. */
import { randomUUID } from 'node:crypto';
import { sendTo, type Channel } from './channel.ts';
import type { Topics } from './topics.ts';

type Meta = Readonly<Record<string, unknown>> & { readonly phx_ref: string };
type Metas = Record<string, { metas: Meta[] }>;

export interface Presences {
  track(channel: Channel, payload: Readonly<Record<string, unknown>>): void;
  untrack(channel: Channel): void;
  sendState(channel: Channel): void;
}

export function createPresences(topics: Topics): Presences {
  const metaOf = new Map<Channel, Meta>();

  function announce(channel: Channel, joined: Meta | undefined, left: Meta | undefined): void {
    const changed = (meta: Meta | undefined): Metas =>
      meta === undefined ? {} : { [channel.presenceKey]: { metas: [meta] } };
    const diff = JSON.stringify({ joins: changed(joined), leaves: changed(left) });
    for (const companion of topics.companions(channel)) {
      if (companion.presenceEnabled && companion.rights.presence.read) {
        sendTo(companion, 'presence_diff', diff);
      }
    }
  }

  return {
    track(channel, payload) {
      const before = metaOf.get(channel);
      const meta: Meta = {
        ...payload,
        phx_ref: randomUUID(),
        ...(before ? { phx_ref_prev: before.phx_ref } : {}),
      };
      metaOf.set(channel, meta);
      announce(channel, meta, before);
    },
    untrack(channel) {
      const before = metaOf.get(channel);
      if (before === undefined) return;
      metaOf.delete(channel);
      announce(channel, undefined, before);
    },
    sendState(channel) {
      if (!channel.presenceEnabled || !channel.rights.presence.read) return;
      const state: Metas = Object.create(null) as Metas;
      for (const companion of topics.companions(channel)) {
        const meta = metaOf.get(companion);
        if (meta) (state[companion.presenceKey] ??= { metas: [] }).metas.push(meta);
      }
      sendTo(channel, 'presence_state', JSON.stringify(state));
    },
  };
}
