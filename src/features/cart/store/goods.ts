// chunk: cart
/**
 * What the pages of the shop say about the goods in a cart or an order: names and pictures from the
 * payloads that lie beside the pages. Invariant: one payload is asked for once.
 */
import { map } from 'nanostores';
import { parseGoods, type Goods } from '../model/goods.ts';

export type KnownGoods = Goods | 'missing';

/** By the address of the goods: `/keyboards/braefell-65`, `/products/artisans#canal-koi`. */
export const $goods = map<Readonly<Record<string, KnownGoods>>>({});

const asked = new Map<string, Promise<unknown>>();

async function readPayload(page: string): Promise<unknown> {
  const answer = await fetch(`${page}/_payload.json`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${page} answered ${answer.status}`);
  return answer.json();
}

async function learn(path: string): Promise<void> {
  const [page = ''] = path.split('#');
  const reading = asked.get(page) ?? readPayload(page);
  asked.set(page, reading);
  try {
    $goods.setKey(path, parseGoods(await reading, path) ?? 'missing');
  } catch {
    // Offline: the next time somebody wants it, it is asked for again.
    asked.delete(page);
  }
}

export function wantGoods(paths: Iterable<string | null>): void {
  for (const path of new Set(paths)) {
    if (path !== null && $goods.get()[path] === undefined) void learn(path);
  }
}

/** By variant, for lines that came without the address of their page. */
export const $goodsPaths = map<Readonly<Record<string, string>>>({});
const wanted = new Set<string>();
let isGathering = false;

/** Several lines that ask at once are one question. */
export function wantPath(variantId: string): void {
  if ($goodsPaths.get()[variantId] !== undefined) return;
  wanted.add(variantId);
  if (isGathering) return;
  isGathering = true;
  queueMicrotask(() => void learnPaths());
}

async function learnPaths(): Promise<void> {
  const ids = [...wanted];
  // Few lines come without it: no page with a key loads what it takes to ask.
  const code = await import('../api/goods-paths.ts').catch(() => null);
  const answer = await code?.readGoodsPaths(ids);
  isGathering = false;
  if (!answer?.ok) return;
  for (const id of ids) wanted.delete(id);
  $goodsPaths.set({ ...$goodsPaths.get(), ...answer.value });
}
