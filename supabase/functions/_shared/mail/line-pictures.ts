/**
 * Invariant: a mail waits a moment for its pictures, and leaves without them rather than not at all.
 */
import type { CartLine } from '../../../../src/features/cart/model/cart-line.ts';
import { goodsPath, lineFacts, parseGoods } from '../../../../src/features/cart/model/goods.ts';
import { listOf, textOf, type Fields } from '../../../../src/shared/parsed-fields.ts';
import type { FunctionEnvironment } from '../report-error.ts';

/** Gives a mail's payload with the address of a picture on each line that has one. */
export type AddPictures = (payload: Fields) => Promise<Fields>;

const longestWaitMs = 3_000;

function asCartLine(line: Fields): CartLine {
  const pairs = listOf(line['options'], (option) => [
    textOf(option['option_id']),
    textOf(option['value_id']),
  ]);
  return {
    variant_id: textOf(line['variant_id']),
    quantity: 1,
    options: Object.fromEntries(pairs),
    design_id: null,
    offer_id: null,
  };
}

export interface PictureSources {
  readonly shopUrl: string;
  readonly apiUrl: string;
  readonly read: (url: string) => Promise<unknown>;
}

async function pictureOf(line: Fields, sources: PictureSources): Promise<string | null> {
  if (line['has_design'] === true) {
    return `${sources.apiUrl}/functions/v1/share-image?line=${encodeURIComponent(textOf(line['id']))}`;
  }
  const path = goodsPath(textOf(line['kind']), textOf(line['url']));
  if (path === null) return null;
  try {
    const [page = ''] = path.split('#');
    const goods = parseGoods(await sources.read(`${sources.shopUrl}${page}/_payload.json`), path);
    const facts = goods === null ? null : lineFacts(asCartLine(line), goods);
    const picture = facts === null ? goods?.images[0] : facts.picture;
    const src = picture?.src ?? null;
    return src === null ? null : new URL(src, sources.shopUrl).href;
  } catch {
    return null;
  }
}

export function createAddPictures(sources: PictureSources): AddPictures {
  return async (payload) => {
    const lines = listOf(payload['lines'], (line) => line);
    if (lines.length === 0) return payload;
    const shown = lines.map(async (line) => ({
      ...line,
      picture: await pictureOf(line, sources),
    }));
    return { ...payload, lines: await Promise.all(shown) };
  };
}

/** Mails of one run are about the same few pages: what was read a moment ago is not asked for again. */
export function createPayloadReader(keptMs = 60_000): (url: string) => Promise<unknown> {
  const read = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();
  return (url) => {
    const known = read.get(url);
    if (known !== undefined && Date.now() - known.at < keptMs) return known.answer;
    const answer = fetch(url, { signal: AbortSignal.timeout(longestWaitMs) }).then((response) =>
      response.ok ? response.json() : null,
    );
    answer.catch(() => undefined);
    read.set(url, { at: Date.now(), answer });
    return answer;
  };
}

export function picturesOf(environment: FunctionEnvironment, shopUrl: string): AddPictures {
  const apiUrl = (environment['SUPABASE_URL'] ?? '').replace(/\/$/, '');
  return createAddPictures({ shopUrl, apiUrl, read: createPayloadReader() });
}
