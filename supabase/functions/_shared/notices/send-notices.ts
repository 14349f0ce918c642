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

export interface NoticeDeps extends OutsideDeps {
  readonly shopUrl: string;
  readonly claim: (most: number) => Promise<ClaimedNotices>;
  readonly keepKeys: (keys: PushKeys) => Promise<void>;
  /** A problem of null: it was taken. */
  readonly noteSent: (id: string, problem: string | null, isGone: boolean) => Promise<void>;
}

/** All of them at once, within the two minutes for which they are held. */
const claimedAtOnce = 20;
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

export async function sendNotices(deps: NoticeDeps) {
  const report = { sent: 0, failing: 0, gone: 0 };
  const words = new Map<string, Promise<string>>();
  const endsAt = Date.now() + longestRunMs;
  while (Date.now() < endsAt) {
    const { keys, notices } = await deps.claim(claimedAtOnce);
    if (keys === null) {
      await deps.keepKeys(await makePushKeys());
      continue;
    }
    if (notices.length === 0) break;
    const authorize = (address: URL) => {
      const word = words.get(address.origin) ?? pushAuthorization(address, deps.shopUrl, keys);
      words.set(address.origin, word);
      return word;
    };
    await Promise.all(
      notices.map(async (notice) => {
        const outcome = await sendOne(notice, authorize, deps).then(
          () => 'sent' as const,
          (error: unknown) => error,
        );
        const isSent = outcome === 'sent';
        await deps.noteSent(notice.id, isSent ? null : problemOf(outcome), isGone(outcome));
        report[isSent ? 'sent' : isGone(outcome) ? 'gone' : 'failing'] += 1;
      }),
    );
  }
  return report;
}
