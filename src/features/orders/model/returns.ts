/**
 * What a customer can cancel or give back, and how far a return is. The database decides;
 * `tests/cases/return-moves.json` holds both tables of moves together.
 */
import type { Given } from '#shared/backend/given.ts';
import type { Tone } from '#shared/tone.ts';
import type { OrderLine, OrderShipment } from './order.ts';

export type WaysBack = Given<'ways_back'>;
export type WayBack = WaysBack['lines'][number];
export type OrderReturn = WaysBack['returns'][number];
export type Pieces = OrderReturn['lines'][number];
export type ReturnKind = OrderReturn['kind'];
export type ReturnStatus = OrderReturn['status'];

export interface ReturnMove {
  readonly from: ReturnStatus;
  readonly to: ReturnStatus;
  readonly who: 'customer' | 'staff';
  readonly needsWords: boolean;
}

const move = (
  from: ReturnStatus,
  to: ReturnStatus,
  who: ReturnMove['who'] = 'staff',
  needsWords = false,
): ReturnMove => ({ from, to, who, needsWords });

export const returnMoves: readonly ReturnMove[] = [
  move('asked', 'agreed', 'staff', true),
  move('asked', 'declined', 'staff', true),
  move('asked', 'received'),
  move('asked', 'settled'),
  move('agreed', 'received'),
  move('agreed', 'settled'),
  move('agreed', 'declined', 'staff', true),
  move('received', 'settled'),
  move('received', 'declined', 'staff', true),
  move('asked', 'dropped', 'customer'),
  move('agreed', 'dropped', 'customer'),
];

export function canMove(from: ReturnStatus, to: ReturnStatus): boolean {
  return returnMoves.some((each) => each.from === from && each.to === to);
}

export const mostPhotos = 5;

/** How many photographs its customer may still add. */
export const photosLeft = (given: OrderReturn): number =>
  given.kind === 'fault' && given.ended_at === null
    ? Math.max(mostPhotos - given.photo_count, 0)
    : 0;

/** Which lines a customer may put into a return of that kind. */
export function returnable(ways: WaysBack, kind: ReturnKind): readonly WayBack[] {
  const mayGo = ({ way, percent, warranty_until: until }: WayBack) =>
    kind === 'withdrawal'
      ? percent > 0 && way !== 'unpaid'
      : ['withdrawal', 'too_late', 'made_for_you'].includes(way) &&
        (until === null || Date.parse(until) > Date.now());
  return ways.lines.filter((each) => each.quantity > 0 && mayGo(each));
}

/** Whether any of the pieces has left, so that it has to be sent back. */
export const hasShipped = (
  {
    lines,
    shipments,
  }: {
    readonly lines: readonly Pick<OrderLine, 'id' | 'shipment_id'>[];
    readonly shipments: readonly Pick<OrderShipment, 'id' | 'status'>[];
  },
  pieces: readonly Pieces[],
): boolean =>
  pieces.some((piece) => {
    const parcel = lines.find(({ id }) => id === piece.line_id)?.shipment_id;
    return shipments.some(({ id, status }) => id === parcel && status !== 'planned');
  });

/** What chosen pieces bring, with the postage where nothing else of the order is left. */
export function worthOf(ways: WaysBack, chosen: readonly Pieces[]): number {
  const count = (id: string) => chosen.find((each) => each.line_id === id)?.quantity ?? 0;
  const goods = ways.lines.reduce(
    (sum, { line_id: id, amount_minor: minor, of }) =>
      sum + (of === 0 ? 0 : Math.round((minor * count(id)) / of)),
    0,
  );
  const isWhole = ways.lines.every(({ line_id: id, of }) => count(id) === of);
  return goods + (isWhole ? ways.postage_minor : 0);
}

const names: { readonly [status in ReturnStatus]: string } = {
  asked: 'We have your request',
  agreed: 'Please send it back',
  received: 'It has arrived here',
  settled: 'Done',
  declined: 'Not accepted',
  dropped: 'You kept the items',
};

const deskNames: { readonly [status in ReturnStatus]: string } = {
  asked: 'To answer',
  agreed: 'On its way back',
  received: 'Here, to refund',
  settled: 'Settled',
  declined: 'Declined',
  dropped: 'Dropped by the customer',
};

const tones: { readonly [status in ReturnStatus]: Tone } = {
  asked: 'waiting',
  agreed: 'open',
  received: 'open',
  settled: 'good',
  declined: 'bad',
  dropped: 'plain',
};

export const returnName = (status: ReturnStatus): string => names[status];
export const returnDeskName = (status: ReturnStatus): string => deskNames[status];
export const returnTone = (status: ReturnStatus): Tone => tones[status];

const reasons: { readonly [way in WayBack['way']]?: string } = {
  too_late: 'The time to return it is over.',
  made_for_you: 'Made to order, so it can’t be returned unless it is faulty.',
  packed: 'Packed. You can return it once it has shipped.',
  in_production: 'In production, so it can’t be cancelled any more.',
};

/** Why a line gives nothing back; null where it does. */
export const whyNot = ({ way, percent }: WayBack): string | null =>
  percent > 0 ? null : (reasons[way] ?? null);

/** @example pieceWords(order.lines, [{ line_id: id, quantity: 2 }]) // '2 × Turned knob, Black' */
export function pieceWords(
  lines: readonly Pick<OrderLine, 'id' | 'title' | 'variant_title'>[],
  pieces: readonly Pieces[],
): string {
  return pieces
    .map(({ line_id: lineId, quantity }) => {
      const line = lines.find(({ id }) => id === lineId);
      const name = [line?.title, line?.variant_title].filter(Boolean).join(', ') || 'An item';
      return quantity > 1 ? `${quantity} × ${name}` : name;
    })
    .join('; ');
}
