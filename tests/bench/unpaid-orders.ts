/** What a thousand orders that nobody pays change for others, when one machine places them without an account. */
import postgres, { type Sql } from 'postgres';
import type { BenchRow } from '../../scripts/bench.ts';
import { formatMoney } from '../../src/shared/money.ts';
import { startApiProcess, type ApiProcess } from '../support/api-process.ts';
import { asSomeone, inParallel, place, prepareOrder } from '../support/data/buyers.ts';
import { defaultOptions, line, type CartLine } from '../support/data/orders.ts';

export const title = 'Unpaid orders by one machine';

const orders = 1000;
const victim = 'second@keywright.test';
const code = 'BENCH-ONE';
const scarce = 'MERLOW-CREAM';
const limited = 'CASE-INK';
const tiered = 'CINDERWICK-KIT';
const nearMinimum = 'BRAEFELL-KIT';

interface Shop {
  readonly price: string;
  readonly batch: string;
  readonly codeUses: number;
}

async function readShop(sql: Sql): Promise<Shop> {
  const [read] = await sql<{ price: number; ordered: number; moq: number; uses: number }[]>`
    select a.price_minor as price, k.ordered_count as ordered, k.moq,
      (select used_count from public.discount_codes where code = ${code}) as uses
    from public.availability a, public.batch_kits k join public.variants v on v.id = k.variant_id
    where v.sku = ${nearMinimum} and a.variant_id = (select id from public.variants where sku = ${tiered})`;
  if (!read) throw new Error('The demo shop has no such group buys');
  const outcome = read.ordered >= read.moq ? 'is made' : 'is not made';
  return {
    price: formatMoney(read.price, 'EUR'),
    batch: `${read.ordered} of ${read.moq} ordered, ${outcome}`,
    codeUses: read.uses,
  };
}

async function prepare(sql: Sql): Promise<void> {
  await sql`update public.variants set max_per_customer = 1 where sku = ${limited}`;
  await sql`update public.stock_pools s set on_hand = s.allocated + 6
    from public.variants v where v.stock_pool_id = s.id and v.sku = ${scarce}`;
  await sql`insert into public.discount_codes (code, title, percent, most_uses) values (${code}, 'Once', 50, 1)`;
}

/** Whether a customer with an account can still have each of them, one by one. */
async function buyAsVictim(
  api: ApiProcess,
  carts: readonly (readonly CartLine[])[],
): Promise<number> {
  const signIn = await fetch(`${api.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: api.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: victim, password: 'Keywright-demo-1' }),
  });
  const session: unknown = await signIn.json();
  const token =
    typeof session === 'object' && session !== null && 'access_token' in session
      ? String(session.access_token)
      : '';
  let bought = 0;
  for (const [index, cart] of carts.entries()) {
    const body = await prepareOrder(api, cart, index === 0 ? code : null);
    const answer = await fetch(`${api.url}/rest/v1/rpc/place_order`, {
      method: 'POST',
      headers: {
        apikey: api.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...asSomeone(body), p_email: victim }),
    });
    if (answer.status === 200) bought += 1;
  }
  return bought;
}

const row = (
  what: string,
  figure: string,
  comparedWith: string,
  budget: string,
  isWithin: boolean,
): BenchRow => ({
  what: `1,000 unpaid guest orders: ${what}`,
  figure,
  comparedWith,
  budget,
  isWithin,
});

async function attack(api: ApiProcess, carts: readonly (readonly CartLine[])[]): Promise<number> {
  const bodies = await Promise.all(
    carts.map((cart, index) => prepareOrder(api, cart, index === 0 ? code : null)),
  );
  const statuses = await inParallel(orders, 10, async (index) => {
    const body = bodies[index % bodies.length];
    if (body === undefined) throw new Error('There is nothing to order');
    const { status } = await place(api, { ...asSomeone(body), p_email: victim });
    return status;
  });
  return statuses.filter((status) => status === 200).length;
}

export async function measure(): Promise<readonly BenchRow[]> {
  process.env['KEYWRIGHT_ORDER_LIMITS'] = 'on';
  const api = await startApiProcess();
  const sql = postgres(api.databaseUrl, { max: 1, onnotice() {} }) as unknown as Sql;
  try {
    await prepare(sql);
    const group = async (sku: string) => [
      { ...(await line(sql, sku, 2)), options: await defaultOptions(sql, sku) },
    ];
    const carts = [
      [await line(sql, limited)],
      [await line(sql, scarce)],
      await group(tiered),
      await group(nearMinimum),
    ];
    const before = await readShop(sql);
    const placed = await attack(api, carts);
    const after = await readShop(sql);
    const [seen] = await sql<{ mails: number; minutes: number }[]>`
      select (select count(*)::int from public.outbox where recipient = ${victim} and kind = 'order_placed') as mails,
        coalesce(max(round(extract(epoch from o.pay_by - o.placed_at) / 60)), 0)::int as minutes
      from public.order_records o where o.confirmed_at is null`;
    const mails = seen?.mails ?? Number.NaN;
    const bought = await buyAsVictim(api, carts);
    return [
      row(
        'placed',
        `${placed}, held for ${seen?.minutes} minutes`,
        `${orders} tried`,
        '30',
        placed <= 30,
      ),
      row(
        'price for others',
        after.price,
        `before: ${before.price}`,
        'the same',
        after.price === before.price,
      ),
      row(
        'outcome of the batch',
        after.batch,
        `before: ${before.batch}`,
        'the same',
        after.batch === before.batch,
      ),
      row(
        'the only use of a code',
        `${after.codeUses} used`,
        `before: ${before.codeUses} used`,
        'the same',
        after.codeUses === before.codeUses,
      ),
      row(
        'mails to the person in whose name they were',
        `${mails}`,
        `${placed} orders`,
        '1',
        mails <= 1,
      ),
      row(
        'what that person can still buy: the code, their one of a limit, one of the last six',
        `${bought} of ${carts.length}`,
        'nobody ordered: all',
        'all',
        bought === carts.length,
      ),
    ];
  } finally {
    await sql.end();
    await api.stop();
    process.env['KEYWRIGHT_ORDER_LIMITS'] = 'off';
  }
}
