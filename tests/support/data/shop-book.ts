/** The rules that orders of several people share: stock, limits, a code, a group buy and mails. */
import {
  OrderBook,
  type Answer,
  type Around,
  type Buyer,
  type By,
  type Closing,
} from './order-book.ts';

export interface ShopState {
  readonly onHand: number;
  readonly allocated: number;
  readonly codeUses: number;
  /** Places of the kit, paid and waiting; of no meaning once it is closed. */
  readonly places: readonly [paid: number, waiting: number] | null;
  /** What each customer has of what is limited. */
  readonly bought: readonly number[];
}

interface ShopRules {
  onHand: number;
  readonly mostFoams: number;
  readonly mostCodeUses: number;
  readonly minimum: number;
  readonly plateMinor: number;
  readonly foamMinor: number;
  /** Dearest first. */
  readonly tiers: readonly (readonly [fromCount: number, priceMinor: number])[];
  readonly customers: readonly Buyer[];
}

export interface Cart {
  readonly plates: number;
  readonly foams: number;
  readonly hasCode: boolean;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export class ShopBook implements Around {
  readonly orders: OrderBook[] = [];
  isClosed = false;
  private readonly rules: ShopRules;

  constructor(rules: ShopRules) {
    this.rules = { ...rules };
  }

  private get allocated() {
    return sum(this.orders.map(({ held }) => held));
  }

  /** Only what is paid counts, for prices and for the minimum. */
  private get paidPlates() {
    const paid = this.orders.filter(({ isWaiting, hasEnded }) => !isWaiting && !hasEnded);
    return sum(paid.map((order) => order.count('plate')));
  }

  private get plateMinor() {
    const reached = this.rules.tiers.filter(([from]) => from <= this.paidPlates);
    return reached.at(-1)?.[1] ?? this.rules.plateMinor;
  }

  private get codeUses() {
    return this.orders.filter(({ isCodeCounted }) => isCodeCounted).length;
  }

  /** By account and by mailbox, of orders that somebody answers for. */
  private boughtBy({ account, mailbox }: Buyer, but?: OrderBook): number {
    const own = this.orders.filter(
      (order) =>
        order !== but &&
        order.isConfirmed &&
        !order.hasEnded &&
        !order.isDead &&
        ((account !== null && order.buyer.account === account) ||
          (order.buyer.mailbox === mailbox && (order.isProven || order.wasPaid))),
    );
    return sum(own.map((order) => order.count('foam')));
  }

  get state(): ShopState {
    const waiting = this.orders.filter(({ isWaiting }) => isWaiting);
    return {
      onHand: this.rules.onHand,
      allocated: this.allocated,
      codeUses: this.codeUses,
      places: this.isClosed
        ? null
        : [this.paidPlates, sum(waiting.map((order) => order.count('plate')))],
      bought: this.rules.customers.map((customer) => this.boughtBy(customer)),
    };
  }

  private hasUsedCode(mailbox: string) {
    return this.orders.some(
      ({ isCodeCounted, buyer }) => isCodeCounted && buyer.mailbox === mailbox,
    );
  }

  /** A guest is asked for their limits and their uses when somebody answers, never before. */
  answer({ account, mailbox }: Buyer, { plates, foams, hasCode }: Cart): Answer {
    const { onHand, mostFoams, mostCodeUses } = this.rules;
    const held = sum(this.orders.map((order) => (order.isDead ? 0 : order.held)));
    const before = account === null ? 0 : this.boughtBy({ account, mailbox });
    const isCodeGone = this.codeUses >= mostCodeUses || (account && this.hasUsedCode(mailbox));
    const isRefused =
      (plates > 0 && this.isClosed) ||
      foams > onHand - held ||
      before + foams > mostFoams ||
      (hasCode && isCodeGone);
    return isRefused ? 'refused' : 'done';
  }

  place(id: string, buyer: Buyer, cart: Cart, shippingMinor: number): OrderBook {
    const { plates, foams, hasCode } = cart;
    const pieces = [
      { piece: 'plate', count: plates, priceMinor: this.plateMinor },
      { piece: 'foam', count: foams, priceMinor: this.rules.foamMinor },
    ] as const;
    const order = new OrderBook({ id, buyer, hasCode, pieces, shippingMinor }, this);
    // Whoever buys ends what has lapsed of the same goods.
    for (const other of this.orders)
      if (other.held > 0 || (plates > 0 && other.count('plate') > 0)) other.expire('shop');
    order.isCodeCounted = hasCode && order.isConfirmed;
    this.orders.push(order);
    this.ask(order, 'shop');
    return order;
  }

  /** One unanswered mail at a time and three a day. */
  private mayAsk(mailbox: string) {
    const unanswered = this.orders.filter(
      ({ buyer, asked, isProven, wasPaid }) =>
        buyer.mailbox === mailbox && asked !== 'never' && !isProven && !wasPaid,
    );
    return unanswered.length < 3 && unanswered.every(({ asked }) => asked === 'before');
  }

  private ask(order: OrderBook, by: By): void {
    if (!order.isKnown(by)) {
      if (!this.mayAsk(order.buyer.mailbox)) return;
      order.asked = 'lately';
    }
    order.tell('order_placed', by);
  }

  /** An answer sends what waited for it: the first mail, and that of the newest other order. */
  private sendDue(order: OrderBook, by: By): void {
    if (!order.mails.order_placed) this.ask(order, by);
    const next = this.orders.findLast(
      ({ buyer, asked, isProven, isWaiting, isLapsed, mails }) =>
        buyer.mailbox === order.buyer.mailbox &&
        asked === 'never' &&
        !(isProven || !isWaiting || isLapsed || mails.order_placed),
    );
    if (next) this.ask(next, by);
  }

  wasPaid(order: OrderBook, by: By): void {
    this.sendDue(order, by);
  }

  mayHave(order: OrderBook, pieces: number): boolean {
    return this.boughtBy(order.buyer, order) + pieces <= this.rules.mostFoams;
  }

  private hasRoom(order: OrderBook) {
    return this.mayHave(order, order.count('foam'));
  }

  private useCode(order: OrderBook): boolean {
    if (!order.hasCode || order.isCodeCounted) return true;
    if (this.codeUses >= this.rules.mostCodeUses || this.hasUsedCode(order.buyer.mailbox))
      return false;
    order.isCodeCounted = true;
    return true;
  }

  keep(order: OrderBook): boolean {
    if (order.isConfirmed) return true;
    if (!this.hasRoom(order) || !this.useCode(order)) return false;
    order.isConfirmed = true;
    order.isLapsed = false;
    return true;
  }

  comesBack(order: OrderBook): boolean {
    const isGone = order.count('plate') > 0 && this.isClosed;
    const isThere = !isGone && !this.lacks(order.count('foam')) && this.hasRoom(order);
    return isThere && this.useCode(order);
  }

  /** What is dead is free for whoever orders, who ends it; an order that is there ends no other. */
  lacks(pieces: number): boolean {
    return pieces > this.rules.onHand - this.allocated;
  }

  /** Somebody reads the mail of an order. */
  open(order: OrderBook): void {
    if (order.isProven && (order.isConfirmed || !order.isWaiting)) return;
    if (order.isWaiting && !order.isLapsed) this.keep(order);
    order.isProven = true;
    this.sendDue(order, 'shop');
  }

  waitForMails(): void {
    for (const order of this.orders) if (order.asked === 'lately') order.asked = 'before';
  }

  expire(): void {
    for (const order of this.orders) order.expire('shop');
  }

  close(by: By): void {
    for (const order of this.orders) if (order.isOfBatch) order.expire(by);
    const closing: Closing = {
      isMade: this.paidPlates >= this.rules.minimum,
      priceMinor: this.plateMinor,
    };
    this.isClosed = true;
    for (const order of this.orders.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      order.close(closing, by);
  }

  ship(order: OrderBook, piece: 'plate' | 'foam'): Answer {
    const { held } = order;
    const answer = order.ship(piece);
    this.rules.onHand -= held - order.held;
    return answer;
  }

  restock(by: number): Answer {
    if (this.rules.onHand + by < this.allocated) return 'refused';
    this.rules.onHand += by;
    return 'done';
  }
}
