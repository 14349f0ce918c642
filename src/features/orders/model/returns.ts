/**
 * What a customer can cancel or give back, and how far a return is. The database decides;
 * `tests/cases/return-moves.json` holds both tables of moves together.
 */
import type { Minor } from '#shared/money.ts';
import {
  fieldsOf,
  listOf,
  minorOf,
  numberOf,
  oneOf,
  textOf,
  textOrNull,
  type Fields,
} from '#shared/parsed-fields.ts';
import type { Tone } from '#shared/tone.ts';
import type { OrderLine, OrderShipment } from './order.ts';

export type ReturnKind = 'withdrawal' | 'fault';

export const returnStatuses = [
  'asked',
  'agreed',
  'received',
  'settled',
  'declined',
  'dropped',
] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

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

export interface Pieces {
  readonly lineId: string;
  readonly quantity: number;
}

export interface OrderReturn {
  readonly id: string;
  readonly kind: ReturnKind;
  readonly status: ReturnStatus;
  readonly version: number;
  readonly lines: readonly Pieces[];
  readonly name: string;
  readonly reason: string;
  /** What its customer was told to get back. */
  readonly amountMinor: Minor;
  readonly refundedMinor: Minor;
  readonly answer: string;
  readonly labelUrl: string;
  readonly photoCount: number;
  readonly askedAt: string;
  readonly endedAt: string | null;
}

export interface WayBack extends Pieces {
  readonly way: string;
  readonly percent: number;
  /** Of all that is left of the line. */
  readonly amountMinor: Minor;
  readonly left: number;
  readonly until: string | null;
  readonly warrantyUntil: string | null;
}

export interface WaysBack {
  readonly cancel: {
    readonly keptMinor: Minor;
    readonly backMinor: Minor;
    readonly until: string | null;
  } | null;
  readonly lines: readonly WayBack[];
  readonly postageMinor: Minor;
  readonly returns: readonly OrderReturn[];
}

const parsePieces = (fields: Fields): Pieces => ({
  lineId: textOf(fields['line_id']),
  quantity: numberOf(fields['quantity']),
});

export function parseReturn(fields: Fields): OrderReturn | null {
  const kind = oneOf(fields['kind'], ['withdrawal', 'fault']);
  const status = oneOf(fields['status'], returnStatuses);
  if (kind === null || status === null) return null;
  return {
    kind,
    status,
    id: textOf(fields['id']),
    version: numberOf(fields['version']),
    lines: listOf(fields['lines'], parsePieces),
    name: textOf(fields['name']),
    reason: textOf(fields['reason']),
    amountMinor: minorOf(fields['amount_minor']),
    refundedMinor: minorOf(fields['refunded_minor']),
    answer: textOf(fields['answer']),
    labelUrl: textOf(fields['label_url']),
    photoCount: numberOf(fields['photo_count']),
    askedAt: textOf(fields['asked_at']),
    endedAt: textOrNull(fields['ended_at']),
  };
}

const parseWay = (fields: Fields): WayBack => ({
  ...parsePieces(fields),
  way: textOf(fields['way']),
  percent: numberOf(fields['percent']),
  amountMinor: minorOf(fields['amount_minor']),
  left: numberOf(fields['of']),
  until: textOrNull(fields['until']),
  warrantyUntil: textOrNull(fields['warranty_until']),
});

export function parseWaysBack(data: unknown): WaysBack | null {
  const fields = fieldsOf(data);
  if (fields === null) return null;
  const cancel = fieldsOf(fields['cancel']);
  return {
    cancel: cancel && {
      keptMinor: minorOf(cancel['kept_minor']),
      backMinor: minorOf(cancel['back_minor']),
      until: textOrNull(cancel['until']),
    },
    lines: listOf(fields['lines'], parseWay),
    postageMinor: minorOf(fields['postage_minor']),
    returns: listOf(fields['returns'], parseReturn),
  };
}

export const mostPhotos = 5;

/** How many photographs its customer may still add. */
export const photosLeft = ({ kind, endedAt, photoCount }: OrderReturn): number =>
  kind === 'fault' && endedAt === null ? Math.max(mostPhotos - photoCount, 0) : 0;

/** Which lines a customer may put into a return of that kind. */
export function returnable(ways: WaysBack, kind: ReturnKind): readonly WayBack[] {
  const mayGo = ({ way, percent, warrantyUntil }: WayBack) =>
    kind === 'withdrawal'
      ? percent > 0 && way !== 'unpaid'
      : ['withdrawal', 'too_late', 'made_for_you'].includes(way) &&
        (warrantyUntil === null || Date.parse(warrantyUntil) > Date.now());
  return ways.lines.filter((each) => each.quantity > 0 && mayGo(each));
}

/** Whether any of the pieces has left, so that it has to be sent back. */
export const hasShipped = (
  {
    lines,
    shipments,
  }: {
    readonly lines: readonly Pick<OrderLine, 'id' | 'shipmentId'>[];
    readonly shipments: readonly Pick<OrderShipment, 'id' | 'status'>[];
  },
  pieces: readonly Pieces[],
): boolean =>
  pieces.some(({ lineId }) => {
    const parcel = lines.find(({ id }) => id === lineId)?.shipmentId;
    return shipments.some(({ id, status }) => id === parcel && status !== 'planned');
  });

/** What chosen pieces bring, with the postage where nothing else of the order is left. */
export function worthOf(ways: WaysBack, chosen: readonly Pieces[]): Minor {
  const count = (id: string) => chosen.find(({ lineId }) => lineId === id)?.quantity ?? 0;
  const goods = ways.lines.reduce(
    (sum, { lineId, amountMinor, left }) =>
      sum + (left === 0 ? 0 : Math.round((amountMinor * count(lineId)) / left)),
    0,
  );
  const isWhole = ways.lines.every(({ lineId, left }) => count(lineId) === left);
  return minorOf(goods + (isWhole ? ways.postageMinor : 0));
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

const reasons: Readonly<Record<string, string>> = {
  too_late: 'The time to return it is over.',
  made_for_you: 'Made to order, so it can’t be returned unless it is faulty.',
  packed: 'Packed. You can return it once it has shipped.',
  in_production: 'In production, so it can’t be cancelled any more.',
};

/** Why a line gives nothing back; null where it does. */
export const whyNot = ({ way, percent }: WayBack): string | null =>
  percent > 0 ? null : (reasons[way] ?? null);

/** @example pieceWords(order.lines, [{ lineId, quantity: 2 }]) // '2 × Turned knob, Black' */
export function pieceWords(
  lines: readonly Pick<OrderLine, 'id' | 'title' | 'variantTitle'>[],
  pieces: readonly Pieces[],
): string {
  return pieces
    .map(({ lineId, quantity }) => {
      const line = lines.find(({ id }) => id === lineId);
      const name = [line?.title, line?.variantTitle].filter(Boolean).join(', ') || 'An item';
      return quantity > 1 ? `${quantity} × ${name}` : name;
    })
    .join('; ');
}
