/**
 * Sends browsers what waits for them. Invariant: a notice is noted as sent after it was; a crash in between
 * sends it again under the same topic and tag, so that its reader sees it once.
 */
import { noticeInLanguage } from '../mail/mail-languages.ts';
import { NotTaken, postOutside, problemOf, type OutsideDeps } from '../outside-call.ts';
import type { ClaimedNotices, WaitingNotice } from './waiting-notices.ts';
import {
  encryptNotice,
  KeyRefused,
  makePushKeys,
  pushAuthorization,
  topicOf,
  type PushKeys,
} from './web-push.ts';

export interface SentHow {
  readonly isGone: boolean;
  /** For how long its push service asks to be left alone. */
  readonly waitSeconds: number;
}

export interface NoticeDeps extends OutsideDeps {
  readonly shopUrl: string;
  readonly claim: (most: number, silent: readonly string[]) => Promise<ClaimedNotices>;
  readonly keepKeys: (keys: PushKeys) => Promise<void>;
  /** A problem of null: it was taken. */
  readonly noteSent: (id: string, problem: string | null, how: SentHow) => Promise<void>;
}

/** So many are on their way at any time, and taken together: each within the two minutes for which it is held. */
const atOnce = 20;
/** After so many a push service is asked no more in this run: what waits for it comes up in the next. */
const mostSilences = 3;
const longestRunMs = 20_000;
/** As long as an update is news. */
const keptForSeconds = 3 * 24 * 60 * 60;
const [longestTitle, longestBody] = [150, 400] as const;

async function sendOne(
  notice: WaitingNotice,
  authorize: (address: URL) => Promise<string>,
  deps: NoticeDeps,
): Promise<void> {
  const { title, body, url } = await noticeInLanguage(notice, deps.shopUrl);
  const text = JSON.stringify({
    title: title.slice(0, longestTitle),
    body: body.slice(0, longestBody),
    url,
    language: notice.language,
    tag: notice.fact,
  });
  const write = async (address: URL) => ({
    headers: {
      authorization: await authorize(address),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptForSeconds),
      urgency: 'normal',
      topic: await topicOf(notice.fact),
    },
    body: await encryptNotice(text, { publicKey: notice.public_key, secret: notice.secret }),
  });
  await postOutside(notice.endpoint, write, deps);
}

/** Its push service knows it no more, or what it gave is no key: nothing will ever reach it. */
const isGone = (error: unknown): boolean =>
  error instanceof KeyRefused ||
  (error instanceof NotTaken && (error.status === 404 || error.status === 410));

const waitOf = (error: unknown): number => (error instanceof NotTaken ? error.waitSeconds : 0);

/** Gives them one by one to whoever asks next, and takes more when none is left. */
function noticesInTurn(claim: () => Promise<readonly WaitingNotice[]>) {
  const waiting: WaitingNotice[] = [];
  let claiming: Promise<void> | null = null;
  async function takeMore(): Promise<void> {
    waiting.push(...(await claim()));
    claiming = null;
  }
  return async (): Promise<WaitingNotice | undefined> => {
    if (waiting.length === 0) await (claiming ??= takeMore());
    return waiting.shift();
  };
}

const isSilent = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError';

export async function sendNotices(deps: NoticeDeps) {
  const report = { sent: 0, failing: 0, gone: 0 };
  const endsAt = Date.now() + longestRunMs;
  let keys: PushKeys | null = null;
  const silences = new Map<string, number>();
  const silencesOf = (origin: string): number => silences.get(origin) ?? 0;
  const claim = () =>
    deps.claim(
      atOnce,
      [...silences.keys()].filter((origin) => silencesOf(origin) >= mostSilences),
    );
  const next = noticesInTurn(async () => {
    let claimed = await claim();
    if (claimed.keys === null) {
      await deps.keepKeys(await makePushKeys());
      claimed = await claim();
    }
    keys = claimed.keys;
    return claimed.notices;
  });
  const words = new Map<string, Promise<string>>();
  const authorize = (address: URL): Promise<string> => {
    if (keys === null) throw new Error('The shop has no keys for push services');
    const word = words.get(address.origin) ?? pushAuthorization(address, deps.shopUrl, keys);
    words.set(address.origin, word);
    return word;
  };

  async function sendInTurn(): Promise<void> {
    while (Date.now() < endsAt) {
      const notice = await next();
      if (notice === undefined) return;
      const outcome = await sendOne(notice, authorize, deps).then(
        () => 'sent' as const,
        (error: unknown) => error,
      );
      const { origin } = new URL(notice.endpoint);
      const waitSeconds = waitOf(outcome);
      if (waitSeconds > 0) silences.set(origin, mostSilences);
      else if (isSilent(outcome)) silences.set(origin, silencesOf(origin) + 1);
      const isSent = outcome === 'sent';
      const how = { isGone: isGone(outcome), waitSeconds };
      await deps.noteSent(notice.id, isSent ? null : problemOf(outcome), how);
      report[isSent ? 'sent' : isGone(outcome) ? 'gone' : 'failing'] += 1;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendInTurn));
  return report;
}
