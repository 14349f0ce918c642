/**
 * Tells the owner's webhooks of the shop's news. Invariant: a call is noted as taken after it was, so that a
 * crash repeats it under the same id and never loses it.
 */
import { goodsPath } from '../../../../src/features/cart/model/goods.ts';
import { newsWords } from '../../../../src/features/updates/model/news-words.ts';
import type { Given } from '../../../../src/shared/backend/given.ts';
import { listOf, textOf } from '../../../../src/shared/parsed-fields.ts';
import type { AddPictures } from '../mail/line-pictures.ts';
import { isDiscord, plainForChats } from '../outside-address.ts';
import { postOutside, problemOf, type OutsideDeps } from '../outside-call.ts';

export type WaitingCall = Given<'claim_webhook_calls'>[number];
type PicturedNews = WaitingCall['news'] & { readonly picture?: string };

export interface ToldNews {
  readonly kind: string;
  readonly at: string;
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly picture: string | null;
}

const longestRunMs = 20_000;
/** A run that its host ends between a call and its note has one that may be made again. */
const claimedAtOnce = 1;

const colours: Readonly<Record<string, number>> = {
  minimum_reached: 0x3f7d4f,
  stage_changed: 0x9a6b14,
  list_drawn: 0x5b5ea6,
};
const colourOfDrops = 0x8a3b12;

export function toldNews(news: PicturedNews, shopUrl: string): ToldNews {
  const { news: kind, at, picture = '' } = news;
  if (news.news === 'test') {
    const text = 'This is a test. News of the shop will look like this.';
    return { kind, at, title: 'Test from Keywright', text, url: shopUrl, picture: null };
  }
  const { label, about, text } = newsWords({
    news: kind,
    title: news.title,
    productTitle: news.product_title,
    summary: news.summary,
    opensAt: news.opens_at ?? null,
    closesAt: news.closes_at ?? null,
    kit: news.kit ?? '',
    moq: news.moq ?? 0,
    stage: news.stage ?? '',
  });
  const path = goodsPath(news.kind, news.url) ?? '/';
  return {
    kind,
    at,
    title: `${label}: ${about}`,
    text,
    url: `${shopUrl}${path}`,
    picture: /^https?:\/\//.test(picture) ? picture : null,
  };
}

export function discordBody({ kind, at, title, text, url, picture }: ToldNews) {
  const embed = {
    title: plainForChats(title).slice(0, 250),
    description: plainForChats(text).slice(0, 1000),
    url,
    color: colours[kind] ?? colourOfDrops,
    timestamp: at,
    ...(picture === null ? {} : { image: { url: picture } }),
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

/** @example 't=1764370000,v1=<hex of the HMAC-SHA-256 of "1764370000." and the body>' */
export async function signatureOf(body: string, secret: string, now: number): Promise<string> {
  const at = Math.floor(now / 1000);
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const signed = await crypto.subtle.sign('HMAC', key, encoder.encode(`${at}.${body}`));
  const hex = Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, '0'));
  return `t=${at},v1=${hex.join('')}`;
}

export interface WebhookDeps extends OutsideDeps {
  readonly shopUrl: string;
  readonly addPictures: AddPictures;
  readonly claim: (most: number) => Promise<readonly WaitingCall[]>;
  /** Null: it was taken. */
  readonly noteCalled: (id: string, problem: string | null) => Promise<void>;
}

async function withPicture(
  news: WaitingCall['news'],
  addPictures: AddPictures,
): Promise<PicturedNews> {
  const { lines } = await addPictures({ lines: [news] });
  const [shown] = listOf(lines, (fields) => fields);
  return { ...news, picture: textOf(shown?.['picture']) };
}

async function callOne(call: WaitingCall, deps: WebhookDeps): Promise<void> {
  const news = toldNews(await withPicture(call.news, deps.addPictures), deps.shopUrl);
  const write = async (address: URL) => {
    const isChat = isDiscord(address.hostname);
    const body = JSON.stringify(isChat ? discordBody(news) : { id: call.id, ...news });
    const signed = isChat
      ? {}
      : {
          'keywright-delivery': call.id,
          'keywright-signature': await signatureOf(body, call.secret, Date.now()),
        };
    return { headers: { 'content-type': 'application/json', ...signed }, body };
  };
  await postOutside(call.url, write, deps);
}

export async function callWebhooks(deps: WebhookDeps) {
  const report = { called: 0, failing: 0 };
  const endsAt = Date.now() + longestRunMs;
  while (Date.now() < endsAt) {
    const calls = await deps.claim(claimedAtOnce);
    if (calls.length === 0) break;
    for (const call of calls) {
      const problem = await callOne(call, deps).then(() => null, problemOf);
      await deps.noteCalled(call.id, problem);
      report[problem === null ? 'called' : 'failing'] += 1;
    }
  }
  return report;
}
