/** Customers with an account enter the open lists; of the waiting lists the owner offers what there is. */
import type { CartLine } from './orders.ts';
import { payAtOnce, placeOrder } from './orders.ts';
import type { Customer } from './people.ts';
import type { Chance } from './random.ts';
import { customer, staff, type Shop } from './shop.ts';
import { after, dayMs, hourMs, minuteMs, type Timeline } from './timeline.ts';

interface Hall {
  readonly shop: Shop;
  readonly chance: Chance;
  readonly timeline: Timeline;
  readonly people: readonly Customer[];
  readonly now: Date;
}

interface OpenList {
  readonly id: string;
  readonly title: string;
  readonly since: Date;
  readonly choices: readonly string[];
}

const comments = [
  'My first artisan. Fingers crossed!',
  'I have the spring pour and would love its sibling.',
  'Either colour makes me happy.',
];

/** When something is offered of a list, how much of it, and for how long. */
const offers = [
  { title: 'Deep Diver, Copper', daysAgo: 4, count: 6, window: '48 hours' },
  { title: 'Ring Toadstool, Fly', daysAgo: 0.8, count: 5, window: '48 hours' },
  { title: 'Cold Tea, Milk', daysAgo: 0.4, count: 3, window: '72 hours' },
];

export async function tellLists(hall: Hall): Promise<void> {
  const { shop, chance, timeline, people, now } = hall;
  const lists = await shop.sql<OpenList[]>`
    select l.id, l.title, greatest(l.opens_at, ${after(now, -60 * dayMs)}) as since,
      array_agg(c.id order by c.position) as choices
    from public.lists l join public.list_choices c on c.list_id = l.id
    where l.status = 'open' group by l.id order by l.title`;
  const accounts = people.filter(({ userId }) => userId !== null);
  for (const list of lists) {
    for (const who of accounts) {
      if (!chance.happens(0.2)) continue;
      const at = new Date(
        chance.between(list.since.getTime() + hourMs, now.getTime() - 5 * hourMs),
      );
      const choice = chance.one(list.choices);
      const comment = chance.happens(0.1) ? chance.one(comments) : null;
      timeline.add(at, async () => {
        await shop.call(at, customer(who), 'enter_list', {
          p_list: list.id,
          p_choices: [choice],
          p_comment: comment,
        });
      });
    }
  }
  for (const { title, daysAgo, count, window } of offers) {
    const list = lists.find((each) => each.title === title);
    if (list === undefined) continue;
    const at = after(now, -daysAgo * dayMs);
    const own = { ...hall, chance: chance.own() };
    timeline.add(at, async () => {
      await shop.call(at, staff('owner'), 'offer_next', {
        p_list: list.id,
        p_count: count,
        p_window: window,
      });
      await answerOffers(own, list.id, at);
    });
  }
  // What lapses goes on to the next, as the clock of the shop sees to it.
  for (let hours = 90; hours > 0; hours -= 6) {
    const at = after(now, -hours * hourMs);
    timeline.add(at, () => shop.run(at, 'select private.refill_offers()'));
  }
}

interface PendingOffer {
  readonly id: string;
  readonly variant_id: string;
  readonly user_id: string;
}

/** One takes theirs up and pays, one turns it down, the others think about it. */
async function answerOffers(hall: Hall, list: string, at: Date): Promise<void> {
  const { shop, chance, timeline, people } = hall;
  const pending = await shop.sql<PendingOffer[]>`
    select o.id, o.variant_id, e.user_id from public.offers o join public.list_entries e on e.id = o.entry_id
    where o.list_id = ${list} and o.status = 'pending' order by o.rank, o.id`;
  const [first, second] = pending.flatMap((offer) => {
    const by = people.find(({ userId }) => userId === offer.user_id);
    return by === undefined ? [] : [{ ...offer, by }];
  });
  if (first !== undefined) {
    const takenAt = after(at, chance.between(1, 4) * hourMs);
    timeline.add(takenAt, async () => {
      await shop.call(takenAt, customer(first.by), 'accept_offer', { p_offer: first.id });
      const lines: readonly CartLine[] = [
        {
          variant_id: first.variant_id,
          quantity: 1,
          options: {},
          design_id: null,
          offer_id: first.id,
        },
      ];
      const purchase = { by: first.by, lines, payment: 'demo' as const };
      const order = await placeOrder(shop, chance, takenAt, purchase);
      const paidAt = after(takenAt, 4 * minuteMs);
      if (order !== null) timeline.add(paidAt, () => payAtOnce(shop, paidAt, order));
    });
  }
  if (second !== undefined) {
    const declinedAt = after(at, 5 * hourMs);
    timeline.add(declinedAt, async () => {
      await shop.call(declinedAt, customer(second.by), 'decline_offer', { p_offer: second.id });
    });
  }
}
