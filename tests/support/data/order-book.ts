/** The rules of an order, piece by piece and written apart from the shop, to test it against. */
import assert from 'node:assert/strict';

export type Piece = 'plate' | 'foam';
export type Refused = 'refused';
export type Answer = Refused | 'done';
/** Who does something: colleagues write to anybody, the shop itself to whoever has answered. */
export type By = 'staff' | 'shop';
export type Mail =
  | 'order_placed'
  | 'payment_received'
  | 'order_changed'
  | 'order_refunded'
  | 'order_cancelled'
  | 'order_expired'
  | 'order_shipped'
  | 'price_settled'
  | 'kit_dropped';

/** Who a customer is: the account, if any, and the mailbox that their order names. */
export interface Buyer {
  readonly account: string | null;
  readonly mailbox: string;
}

export interface BookState {
  readonly status: string;
  /** What its customer is asked for. */
  readonly dueMinor: number;
  /** What goes back to its customer. */
  readonly owedMinor: number;
  /** What came and is still here. */
  readonly hereMinor: number;
  /** Pieces of stock that it holds. */
  readonly held: number;
  /** What one more piece gives back, where some are left. */
  readonly pieceMinor: Readonly<Partial<Record<Piece, number>>>;
  readonly isConfirmed: boolean;
  /** How many of each kind were written. */
  readonly mails: Readonly<Partial<Record<Mail, number>>>;
}

/** What an order asks of the shop around it. */
export interface Around {
  /** Whether somebody may answer for it: nobody else has the last use of its code or its customer's room. */
  keep(order: OrderBook): boolean;
  /** Whether one that has expired gets its goods, its room and its code once more. */
  comesBack(order: OrderBook): boolean;
  wasPaid(order: OrderBook, by: By): void;
  lacks(pieces: number): boolean;
  /** Whether its customer may have so many, with what their other orders hold. */
  mayHave(order: OrderBook, pieces: number): boolean;
}

interface Plan {
  readonly id: string;
  readonly buyer: Buyer;
  /** A code takes half off every piece. */
  readonly hasCode: boolean;
  readonly pieces: readonly {
    readonly piece: Piece;
    readonly count: number;
    readonly priceMinor: number;
  }[];
  readonly shippingMinor: number;
}

/** What a closing made of the kit. */
export interface Closing {
  readonly isMade: boolean;
  /** What one costs by then. */
  readonly priceMinor: number;
}

interface Unit {
  priceMinor: number;
  /** What a closing took off, once it was paid. */
  offMinor: number;
}

interface Charge {
  readonly sumMinor: number;
  /** What its provider told that it gave back. */
  toldMinor: number;
  disputedMinor: number;
}

const ended: ReadonlySet<string> = new Set(['expired', 'cancelled', 'refunded']);
const open: ReadonlySet<string> = new Set(['awaiting_payment', 'paid']);
/** @example providerOf('stripe 7') // 'stripe' */
const providerOf = (charge: string) => charge.split(' ')[0] ?? '';
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export class OrderBook {
  status = 'awaiting_payment';
  readonly id: string;
  readonly buyer: Buyer;
  readonly hasCode: boolean;
  readonly mails: Partial<Record<Mail, number>> = {};
  isLapsed = false;
  isConfirmed: boolean;
  /** Somebody has read a mail of it. */
  isProven: boolean;
  wasPaid = false;
  isCodeCounted = false;
  /** Its mailbox was asked who ordered: not long ago, or before. */
  asked: 'never' | 'lately' | 'before' = 'never';
  private readonly around: Around;
  private readonly hasKit: boolean;
  /** The part of a price that is left to pay. */
  private readonly share: number;
  private readonly charges = new Map<string, Charge>();
  /** Pieces that are bought and were not given back. */
  private units: Record<Piece, Unit[]> = { plate: [], foam: [] };
  private returned: Record<Piece, number> = { plate: 0, foam: 0 };
  /** A closing decided that its kit is made. */
  private isMade = false;
  private shippingMinor: number;
  /** Fees that were kept, less goodwill. */
  private besidesMinor = 0;
  private cameMinor = 0;
  private wentMinor = 0;
  private foamPriceMinor: number;
  private parcels: Record<Piece, 'none' | 'planned' | 'left'>;
  /** By provider, what staff wrote down as given back by it and it has not told of yet. */
  private readonly untoldMinor = new Map<string, number>();

  constructor(plan: Plan, around: Around) {
    this.id = plan.id;
    this.buyer = plan.buyer;
    this.hasCode = plan.hasCode;
    this.around = around;
    this.share = plan.hasCode ? 1 / 2 : 1;
    for (const { piece, count, priceMinor } of plan.pieces)
      this.units[piece] = Array.from({ length: count }, () => ({
        priceMinor: priceMinor * this.share,
        offMinor: 0,
      }));
    this.shippingMinor = plan.shippingMinor;
    this.foamPriceMinor = plan.pieces.find(({ piece }) => piece === 'foam')?.priceMinor ?? 0;
    this.hasKit = this.units.plate.length > 0;
    this.parcels = { plate: this.hasKit ? 'planned' : 'none', foam: 'planned' };
    this.isConfirmed = plan.buyer.account !== null;
    this.isProven = this.isConfirmed;
  }

  get hasEnded(): boolean {
    return ended.has(this.status);
  }

  get isWaiting(): boolean {
    return this.status === 'awaiting_payment';
  }

  /** Its time is over: it binds nobody, and holds its goods until somebody ends it. */
  get isDead(): boolean {
    return this.isWaiting && this.isLapsed;
  }

  count(piece: Piece): number {
    return this.units[piece].length;
  }

  /** How many pieces of stock it holds. */
  get held(): number {
    return this.hasEnded || this.parcels.foam === 'left' ? 0 : this.count('foam');
  }

  get hasCome(): boolean {
    return this.cameMinor > 0;
  }

  private get hasAnswered() {
    return this.isProven || this.isConfirmed || this.wasPaid || this.hasCome;
  }

  tell(kind: Mail, by: By): void {
    if (by === 'staff' || kind === 'order_placed' || this.hasAnswered)
      this.mails[kind] = (this.mails[kind] ?? 0) + 1;
  }

  /** Whether it may be written to without being asked first. */
  isKnown(by: By): boolean {
    return by === 'staff' || this.hasAnswered;
  }

  private get hereMinor() {
    return this.cameMinor - this.wentMinor;
  }

  private get costMinor() {
    const pieces = [...this.units.plate, ...this.units.foam];
    const worth = sum(pieces.map(({ priceMinor, offMinor }) => priceMinor - offMinor));
    return Math.max(worth + this.shippingMinor + this.besidesMinor, 0);
  }

  /** What it would take to be paid, also once it has ended; less than nothing where more is here. */
  get lack(): number {
    return this.costMinor - this.hereMinor;
  }

  private get owedMinor() {
    return Math.max(this.hasEnded ? this.hereMinor : -this.lack, 0);
  }

  private worthOf(units: readonly Unit[]) {
    const cost = sum(units.map(({ priceMinor, offMinor }) => priceMinor - offMinor));
    const off = sum(units.map(({ offMinor }) => offMinor));
    const owed = this.owedMinor - (this.hasEnded ? cost : 0);
    return { cost, back: cost + Math.min(off, Math.max(owed, 0)) };
  }

  get state(): BookState {
    const pieces = (['foam', 'plate'] as const).filter((piece) => this.count(piece) > 0);
    return {
      status: this.status,
      dueMinor: open.has(this.status) ? Math.max(this.lack, 0) : 0,
      owedMinor: this.owedMinor,
      hereMinor: this.hereMinor,
      held: this.held,
      pieceMinor: Object.fromEntries(
        pieces.map((piece) => [piece, this.worthOf(this.units[piece].slice(0, 1)).back]),
      ),
      isConfirmed: this.isConfirmed,
      mails: this.mails,
    };
  }

  private end(status: string): void {
    this.status = status;
    this.isCodeCounted = false;
  }

  private bePaid(by: By): void {
    this.status = 'paid';
    this.isConfirmed = true;
    this.wasPaid = true;
    if (!this.hasCome) return;
    this.around.wasPaid(this, by);
    this.tell('payment_received', by);
  }

  private settleUp(by: By): void {
    if (this.isWaiting && this.lack <= 0 && this.around.keep(this)) this.bePaid(by);
  }

  receive(amount: number, by: By): void {
    const covers = amount >= this.lack;
    this.cameMinor += amount;
    if (covers && (this.isWaiting || this.status === 'expired') && !this.around.keep(this)) {
      if (!this.isWaiting) return;
      this.end('cancelled');
      this.tell('order_cancelled', by);
    } else if (
      covers &&
      (this.isWaiting || (this.status === 'expired' && this.around.comesBack(this)))
    )
      this.bePaid(by);
    else if (this.hasEnded) this.isCodeCounted = false;
  }

  charge(reference: string, amount: number): void {
    this.charges.set(reference, { sumMinor: amount, toldMinor: 0, disputedMinor: 0 });
    this.receive(amount, 'shop');
  }

  private chargeOf(reference: string): Charge {
    const charge = this.charges.get(reference);
    assert.ok(charge);
    return charge;
  }

  chargeSum(reference: string): number {
    return this.chargeOf(reference).sumMinor;
  }

  toldOf(reference: string): number {
    return this.chargeOf(reference).toldMinor;
  }

  /** Beyond what its pieces cost: less is a fee that is kept, more is what is owed, and then goodwill. */
  private payBack(amount: number, costOfPieces: number, by: By, owedBefore: number): void {
    const isDecided = !this.isWaiting && !this.hasEnded;
    if (isDecided && amount < costOfPieces) this.besidesMinor += costOfPieces - amount;
    else if (isDecided) this.besidesMinor -= Math.max(amount - costOfPieces - owedBefore, 0);
    this.wentMinor += amount;
    this.settleUp(by);
    if (this.hereMinor === 0 && !this.isWaiting && !this.hasEnded) {
      this.end('refunded');
      for (const piece of ['plate', 'foam'] as const) {
        this.returned[piece] += this.count(piece);
        this.units[piece] = [];
      }
    }
    this.tell('order_refunded', by);
  }

  private untoldOf(provider: string): number {
    return this.untoldMinor.get(provider) ?? 0;
  }

  /** Money that came by card goes back by card, whatever else came. */
  private noteUntold(amount: number): void {
    const hasCard = [...this.charges.keys()].some((charge) => providerOf(charge) === 'stripe');
    if (hasCard) this.untoldMinor.set('stripe', this.untoldOf('stripe') + amount);
  }

  refund(amount: number): Answer {
    if (amount > this.hereMinor) return 'refused';
    this.noteUntold(amount);
    this.payBack(amount, 0, 'staff', this.owedMinor);
    return 'done';
  }

  refundPieces(piece: Piece, count: number): Answer {
    const units = this.units[piece].slice(0, count);
    if (units.length < count) return 'refused';
    const owed = this.owedMinor;
    const { cost, back } = this.worthOf(units);
    if (back > this.hereMinor || back < 1) return 'refused';
    this.units[piece] = this.units[piece].slice(count);
    this.returned[piece] += count;
    this.noteUntold(back);
    this.payBack(back, cost, 'staff', owed);
    return 'done';
  }

  toldRefund(reference: string, amount: number): void {
    const charge = this.chargeOf(reference);
    const more = amount - charge.toldMinor;
    if (more <= 0) return;
    const provider = providerOf(reference);
    const fresh = Math.max(more - this.untoldOf(provider), 0);
    if (fresh > this.hereMinor) return;
    charge.toldMinor = amount;
    this.untoldMinor.set(provider, this.untoldOf(provider) - (more - fresh));
    if (fresh > 0) this.payBack(fresh, 0, 'shop', this.owedMinor);
  }

  failRefund(reference: string): void {
    const charge = this.chargeOf(reference);
    this.cameMinor += charge.toldMinor;
    charge.toldMinor = 0;
    this.settleUp('shop');
  }

  dispute(reference: string): void {
    const charge = this.chargeOf(reference);
    const more = charge.sumMinor - charge.disputedMinor;
    if (more > this.hereMinor) return;
    charge.disputedMinor = charge.sumMinor;
    this.wentMinor += more;
    this.settleUp('shop');
  }

  winDispute(reference: string): void {
    const charge = this.chargeOf(reference);
    this.cameMinor += charge.disputedMinor;
    charge.disputedMinor = 0;
    this.settleUp('shop');
  }

  private get isFixed() {
    return !open.has(this.status) || this.isDead;
  }

  private beChanged(isOther: boolean): Answer {
    this.settleUp('staff');
    if (isOther) this.tell('order_changed', 'staff');
    return 'done';
  }

  post(shippingMinor: number): Answer {
    if (this.isFixed) return 'refused';
    const isOther = shippingMinor !== this.shippingMinor;
    this.shippingMinor = shippingMinor;
    return this.beChanged(isOther);
  }

  private get isFoamFixed() {
    return this.isFixed || this.parcels.foam === 'left' || this.count('foam') === 0;
  }

  recount(quantity: number): Answer {
    const length = quantity - this.returned.foam;
    const more = length - this.count('foam');
    const isTooMany = more > 0 && (this.around.lacks(more) || !this.around.mayHave(this, length));
    if (this.isFoamFixed || length < 0 || isTooMany) return 'refused';
    this.units.foam = Array.from({ length }, () => ({
      priceMinor: this.foamPriceMinor * this.share,
      offMinor: 0,
    }));
    return this.beChanged(more !== 0);
  }

  reprice(priceMinor: number): Answer {
    if (this.isFoamFixed) return 'refused';
    const isOther = priceMinor !== this.foamPriceMinor;
    this.foamPriceMinor = priceMinor;
    for (const unit of this.units.foam) unit.priceMinor = priceMinor * this.share;
    return this.beChanged(isOther);
  }

  close(closing: Closing, by: By): void {
    if (this.hasEnded || this.count('plate') === 0) return;
    this.isMade = closing.isMade;
    const priceMinor = closing.priceMinor * this.share;
    const isCheaper = this.units.plate.some((unit) => unit.priceMinor > priceMinor);
    if (!closing.isMade) this.drop(by);
    else if (isCheaper && this.isWaiting) {
      for (const unit of this.units.plate) unit.priceMinor = priceMinor;
      this.settleUp(by);
      this.tell('order_changed', by);
    } else if (isCheaper) {
      for (const unit of this.units.plate) unit.offMinor = unit.priceMinor - priceMinor;
      this.tell('price_settled', by);
    }
  }

  private drop(by: By): void {
    const isWaiting = this.isWaiting;
    if (isWaiting && this.count('foam') === 0) {
      this.end('cancelled');
      this.tell('order_cancelled', by);
      return;
    }
    this.returned.plate += this.count('plate');
    this.units.plate = [];
    if (isWaiting) {
      this.parcels.plate = 'none';
      this.settleUp(by);
    } else if (this.count('foam') === 0) this.besidesMinor -= this.costMinor;
    this.tell(isWaiting ? 'order_changed' : 'kit_dropped', by);
  }

  /** Whether a closing decides it: what was lapsed of its orders ends with it. */
  get isOfBatch(): boolean {
    return this.hasKit;
  }

  ship(piece: Piece): Answer {
    if (this.status !== 'paid' || this.parcels[piece] !== 'planned' || this.lack > 0)
      return 'refused';
    this.parcels[piece] = 'left';
    if (this.parcels.foam !== 'planned' && this.parcels.plate !== 'planned')
      this.status = 'shipped';
    this.tell('order_shipped', 'staff');
    return 'done';
  }

  /** The shop keeps a tenth of a kit that is to be made, of what is here. */
  private get keptMinor() {
    if (!this.isMade || this.isWaiting) return 0;
    const worth = sum(this.units.plate.map(({ priceMinor, offMinor }) => priceMinor - offMinor));
    return Math.min(Math.floor(worth / 10), Math.max(this.hereMinor, 0));
  }

  cancel(by: By): Answer {
    const hasLeft = this.parcels.foam === 'left' || this.parcels.plate === 'left';
    if (!open.has(this.status) || hasLeft) return 'refused';
    // A customer who was not told what is kept leaves where nothing is.
    if (by === 'shop' && this.keptMinor > 0) return 'refused';
    this.end('cancelled');
    this.tell('order_cancelled', by);
    return 'done';
  }

  expire(by: By): void {
    if (!this.isDead) return;
    this.end('expired');
    this.tell('order_expired', by);
  }
}
