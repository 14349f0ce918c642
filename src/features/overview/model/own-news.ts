/** What asks for something comes first. Reads no clock. */
import { type BatchStage, stageName } from '#features/batches/model/batch-stage.ts';
import { etaWords, type Eta } from '#shared/eta.ts';
import { amountDue, orderStatusName, orderTone } from '#features/orders/model/order-words.ts';
import type { OrderSummary } from '#features/orders/model/order.ts';
import { placeWord, type StandingPlace } from '#features/lists/model/place-words.ts';
import type { Given } from '#shared/backend/given.ts';
import type { Tone } from '#shared/tone.ts';

/** What somebody ordered that is made in a batch, with where the batch is now. */
export interface BatchGoods {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly batchId: string;
  readonly title: string;
  readonly variantTitle: string;
  readonly quantity: number;
  readonly stage: BatchStage;
  readonly eta: Eta | null;
  readonly changeAddressUntil: string | null;
}

type Place = Given<'enter_list'>;

export interface OwnPlace
  extends
    StandingPlace,
    Pick<Place, 'entry_id' | 'title' | 'product_url' | 'product_kind' | 'withdrawn_at'> {
  readonly offers: readonly Pick<Place['offers'][number], 'status' | 'is_ordered' | 'expires_at'>[];
}

export interface OwnThings {
  readonly orders: readonly OrderSummary[];
  readonly goods: readonly BatchGoods[];
  readonly places: readonly OwnPlace[];
}

export interface OwnNews {
  /** What it is about, and how that stands: it is news until it was seen standing so. */
  readonly about: string;
  readonly state: string;
  readonly badge: string;
  readonly tone: Tone;
  readonly title: string;
  readonly words: string;
  /** When something has to happen by; null where nothing has. */
  readonly by: string | null;
  readonly at:
    | { readonly order: string }
    | { readonly product: { readonly kind: string; readonly url: string } }
    | null;
}

const ended: ReadonlySet<string> = new Set(['delivered', 'expired', 'cancelled', 'refunded']);

export function planWords(eta: Eta | null): string {
  return eta === null ? '' : `planned for ${etaWords(eta)}`;
}

function orderNews(order: OrderSummary, goods: readonly BatchGoods[]): OwnNews | null {
  const { number, status } = order;
  const made = goods.find(({ orderId }) => orderId === order.id);
  const shared = { about: number, at: { order: number } };
  if (amountDue(order) > 0) {
    const title = `Pay for ${number}`;
    return {
      ...shared,
      title,
      state: status,
      badge: 'To be paid',
      tone: 'waiting',
      words: '',
      by: order.pay_by,
    };
  }
  if (ended.has(status)) return null;
  const isInBatch = made !== undefined && (status === 'paid' || status === 'in_production');
  return {
    ...shared,
    by: null,
    title: made?.title ?? `Order ${number}`,
    state: isInBatch ? `${status} ${made.stage}` : status,
    badge: isInBatch ? stageName(made.stage) : orderStatusName(status),
    tone: isInBatch ? 'open' : orderTone(status),
    words: isInBatch ? planWords(made.eta) : made === undefined ? '' : `order ${number}`,
  };
}

function placeNews(place: OwnPlace): OwnNews | null {
  if (place.withdrawn_at !== null) return null;
  const offer = place.offers.find((one) => one.status === 'pending' && !one.is_ordered);
  const isDrawn = place.is_drawn && place.position !== null;
  if (offer === undefined && !isDrawn) return null;
  const { badge, tone, sentence } = placeWord(place);
  const { product_url: url, product_kind: kind } = place;
  return {
    about: place.entry_id,
    state: offer === undefined ? badge : 'offer',
    badge,
    tone,
    title: place.title,
    words: offer === undefined ? sentence : '',
    by: offer?.expires_at ?? null,
    at: url === null ? null : { product: { kind: kind ?? '', url } },
  };
}

/**
 * `seen` is how each thing stood when it was last looked at. Old results that were seen are left out;
 * an order that is under way stays, so that the strip also answers "where is it?".
 */
export function ownNews(things: OwnThings, seen: Readonly<Record<string, string>>) {
  const orders = things.orders.flatMap((order) => orderNews(order, things.goods) ?? []);
  const places = things.places.flatMap((place) => placeNews(place) ?? []);
  const isNew = ({ about, state }: OwnNews) => seen[about] !== undefined && seen[about] !== state;
  const isResult = (one: OwnNews) => one.by === null && places.includes(one);
  return [...orders, ...places]
    .filter((one) => !isResult(one) || seen[one.about] !== one.state)
    .map((one) => ({ ...one, isNew: isNew(one) || isResult(one) }))
    .toSorted(
      (a, b) =>
        Number(a.by === null) - Number(b.by === null) ||
        (a.by ?? '').localeCompare(b.by ?? '') ||
        Number(b.isNew) - Number(a.isNew),
    );
}
