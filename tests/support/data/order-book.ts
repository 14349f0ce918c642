/** The rules of money of an order, piece by piece and written apart from the shop, to test it against. */
import assert from 'node:assert/strict';

export type Piece = 'plate' | 'foam';
export type Refused = 'refused';
type Answer = Refused | 'done';

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
}

interface Plan {
  readonly pieces: readonly {
    readonly piece: Piece;
    readonly count: number;
    readonly priceMinor: number;
  }[];
  readonly shippingMinor: number;
  readonly tierMinor: number;
  /** Whether the kit is made once somebody has paid for it. */
  readonly isMade: boolean;
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
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export class OrderBook {
  status = 'awaiting_payment';
  isClosed = false;
  private readonly plan: Plan;
  private readonly charges = new Map<string, Charge>();
  /** Pieces that are bought and were not given back. */
  private units: Record<Piece, Unit[]> = { plate: [], foam: [] };
  private returned: Record<Piece, number> = { plate: 0, foam: 0 };
  private shippingMinor: number;
  /** Fees that were kept, less goodwill. */
  private besidesMinor = 0;
  private cameMinor = 0;
  private wentMinor = 0;
  private foamPriceMinor: number;
  private isLapsed = false;
  private isDropped = false;
  private hasLeft = false;
  private hasPlateParcel: boolean;
  /** What staff wrote down as given back and no provider has told of yet. */
  private unconfirmedMinor = 0;

  constructor(plan: Plan) {
    this.plan = plan;
    for (const { piece, count, priceMinor } of plan.pieces)
      this.units[piece] = Array.from({ length: count }, () => ({ priceMinor, offMinor: 0 }));
    this.shippingMinor = plan.shippingMinor;
    this.foamPriceMinor = plan.pieces.find(({ piece }) => piece === 'foam')?.priceMinor ?? 0;
    this.hasPlateParcel = this.units.plate.length > 0;
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
    return Math.max(ended.has(this.status) ? this.hereMinor : -this.lack, 0);
  }

  private worthOf(units: readonly Unit[]) {
    const cost = sum(units.map(({ priceMinor, offMinor }) => priceMinor - offMinor));
    const off = sum(units.map(({ offMinor }) => offMinor));
    const owed = this.owedMinor - (ended.has(this.status) ? cost : 0);
    return { cost, back: cost + Math.min(off, Math.max(owed, 0)) };
  }

  get state(): BookState {
    const isOpen = ['awaiting_payment', 'paid', 'in_production', 'ready_to_ship'].includes(
      this.status,
    );
    const pieces = (['foam', 'plate'] as const).filter((piece) => this.units[piece].length > 0);
    return {
      status: this.status,
      dueMinor: isOpen ? Math.max(this.lack, 0) : 0,
      owedMinor: this.owedMinor,
      hereMinor: this.hereMinor,
      held: ended.has(this.status) || this.hasLeft ? 0 : this.units.foam.length,
      pieceMinor: Object.fromEntries(
        pieces.map((piece) => [piece, this.worthOf(this.units[piece].slice(0, 1)).back]),
      ),
    };
  }

  private settleUp(): void {
    if (this.status === 'awaiting_payment' && this.lack <= 0) this.status = 'paid';
  }

  receive(amount: number): void {
    const covers = amount >= this.lack;
    const isMissing = this.isDropped && this.units.plate.length > 0;
    this.cameMinor += amount;
    if (this.status === 'awaiting_payment' && covers) this.status = 'paid';
    if (this.status === 'expired' && covers && !isMissing) this.status = 'paid';
  }

  charge(reference: string, amount: number): void {
    this.charges.set(reference, { sumMinor: amount, toldMinor: 0, disputedMinor: 0 });
    this.receive(amount);
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
  private payBack(amount: number, costOfPieces: number, owedBefore: number): void {
    const isDecided = this.status !== 'awaiting_payment' && !ended.has(this.status);
    if (isDecided && amount < costOfPieces) this.besidesMinor += costOfPieces - amount;
    else if (isDecided) this.besidesMinor -= Math.max(amount - costOfPieces - owedBefore, 0);
    this.wentMinor += amount;
    this.settleUp();
    if (this.hereMinor > 0 || this.status === 'awaiting_payment' || ended.has(this.status)) return;
    this.status = 'refunded';
    for (const piece of ['plate', 'foam'] as const) {
      this.returned[piece] += this.units[piece].length;
      this.units[piece] = [];
    }
  }

  refund(amount: number): Answer {
    if (amount > this.hereMinor) return 'refused';
    this.unconfirmedMinor += amount;
    this.payBack(amount, 0, this.owedMinor);
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
    this.unconfirmedMinor += back;
    this.payBack(back, cost, owed);
    return 'done';
  }

  toldRefund(reference: string, amount: number): void {
    const charge = this.chargeOf(reference);
    const more = amount - charge.toldMinor;
    if (more <= 0) return;
    const fresh = Math.max(more - this.unconfirmedMinor, 0);
    if (fresh > this.hereMinor) return;
    charge.toldMinor = amount;
    this.unconfirmedMinor -= more - fresh;
    if (fresh > 0) this.payBack(fresh, 0, this.owedMinor);
  }

  failRefund(reference: string): void {
    const charge = this.chargeOf(reference);
    this.cameMinor += charge.toldMinor;
    charge.toldMinor = 0;
    this.settleUp();
  }

  dispute(reference: string): void {
    const charge = this.chargeOf(reference);
    const more = charge.sumMinor - charge.disputedMinor;
    if (more > this.hereMinor) return;
    charge.disputedMinor = charge.sumMinor;
    this.wentMinor += more;
  }

  winDispute(reference: string): void {
    const charge = this.chargeOf(reference);
    this.cameMinor += charge.disputedMinor;
    charge.disputedMinor = 0;
    this.settleUp();
  }

  private get isFixed() {
    const isOpen = ['awaiting_payment', 'paid', 'in_production', 'ready_to_ship'].includes(
      this.status,
    );
    return !isOpen || (this.status === 'awaiting_payment' && this.isLapsed);
  }

  post(shippingMinor: number): Answer {
    if (this.isFixed) return 'refused';
    this.shippingMinor = shippingMinor;
    this.settleUp();
    return 'done';
  }

  recount(quantity: number): Answer {
    const back = this.returned.foam;
    if (this.isFixed || this.hasLeft || quantity < back || this.units.foam.length === 0)
      return 'refused';
    this.units.foam = Array.from({ length: quantity - back }, () => ({
      priceMinor: this.foamPriceMinor,
      offMinor: 0,
    }));
    this.settleUp();
    return 'done';
  }

  reprice(priceMinor: number): Answer {
    if (this.isFixed || this.hasLeft || this.units.foam.length === 0) return 'refused';
    this.foamPriceMinor = priceMinor;
    for (const unit of this.units.foam) unit.priceMinor = priceMinor;
    this.settleUp();
    return 'done';
  }

  close(): void {
    this.isClosed = true;
    // A closing ends what has lapsed of its own orders alone.
    if (this.plan.pieces.some(({ piece, count }) => piece === 'plate' && count > 0)) this.expire();
    const plates = this.units.plate;
    const isWaiting = this.status === 'awaiting_payment';
    const paid = isWaiting || ended.has(this.status) ? 0 : plates.length;
    this.isDropped = paid < (this.plan.isMade ? 1 : 9);
    if (ended.has(this.status) || plates.length === 0) return;
    if (this.isDropped) this.drop(isWaiting);
    else
      for (const unit of plates)
        unit.offMinor = paid >= 2 ? Math.max(unit.priceMinor - this.plan.tierMinor, 0) : 0;
  }

  private drop(isWaiting: boolean): void {
    if (isWaiting && this.units.foam.length === 0) {
      this.status = 'cancelled';
      return;
    }
    this.returned.plate += this.units.plate.length;
    this.units.plate = [];
    if (isWaiting) {
      this.hasPlateParcel = false;
      this.settleUp();
    } else if (this.units.foam.length === 0) this.besidesMinor -= this.costMinor;
  }

  ship(): Answer {
    if (!['paid', 'in_production', 'ready_to_ship'].includes(this.status)) return 'refused';
    if (this.hasLeft || this.lack > 0) return 'refused';
    this.hasLeft = true;
    if (!this.hasPlateParcel) this.status = 'shipped';
    return 'done';
  }

  cancel(): Answer {
    const mayCancel = ['awaiting_payment', 'paid', 'in_production', 'ready_to_ship'];
    if (!mayCancel.includes(this.status) || this.hasLeft) return 'refused';
    this.status = 'cancelled';
    return 'done';
  }

  lapse(): void {
    this.isLapsed = true;
  }

  expire(): void {
    if (this.status === 'awaiting_payment' && this.isLapsed) this.status = 'expired';
  }
}
