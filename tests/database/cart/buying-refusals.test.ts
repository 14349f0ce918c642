/* What no function of buying may take, in one table: each cell is refused with a reason that the function's own comment names. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import {
  buy,
  defaultOptions,
  dutchAddress,
  findBrokenInvariants,
  line,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

type Arguments = Readonly<Record<string, unknown>>;

interface Row {
  readonly as: Caller;
  /** Would be taken as it is. */
  readonly right: Arguments;
  /** What is wrong, and the argument that says so. */
  readonly wrong: Readonly<Record<string, Arguments>>;
}

const long = 'x'.repeat(3000);
const many = <Value>(value: Value): readonly Value[] => Array.from({ length: 600 }, () => value);
const nobody = randomUUID();
const owner = person('owner');
const customer = person('first');

let table: Readonly<Record<string, Row>> = {};
let comments: ReadonlyMap<string, string>;
let types: ReadonlyMap<string, Readonly<Record<string, string>>>;
let writtenBefore: unknown;

/** Every row of every table, as a number. Guesses are counted on purpose, so that they end. */
async function written(): Promise<unknown> {
  const tables = await database.sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'r' and c.relname <> 'guesses' order by 1`;
  const [row] = await database.sql.unsafe(
    `select ${tables
      .map(
        ({ name }) =>
          `(select count(*) || ':' || sum(hashtext(t::text)::bigint) from ${name} t) as "${name}"`,
      )
      .join(', ')}`,
  );
  return { ...row };
}

/** A cart with one thing wrong in it. */
const wrongCarts = (good: Arguments, others: Readonly<Record<string, string | null>>) => {
  const lines = (change: Arguments) => ({ p_lines: [{ ...good, ...change }] });
  return {
    'a negative quantity': lines({ quantity: -1 }),
    'a quantity of none': lines({ quantity: 0 }),
    'a fraction': lines({ quantity: 0.5 }),
    'a huge quantity': lines({ quantity: 1e12 }),
    'a quantity beyond all numbers': lines({ quantity: '1e400' }),
    'a quantity in words': lines({ quantity: 'one' }),
    'a quantity that is a list': lines({ quantity: [1] }),
    'an id that is none': lines({ variant_id: 7 }),
    'no id': { p_lines: [{ quantity: 1 }] },
    'options that are a list': lines({ options: [] }),
    'too many options': lines({
      options: Object.fromEntries(many(0).map((_, at) => [`${at}`, `${at}`])),
    }),
    'a design that is a number': lines({ design_id: 7 }),
    'an offer that is an object': lines({ offer_id: {} }),
    'too many lines': { p_lines: many(good) },
    'a line that is text': { p_lines: ['x'] },
    'a line that is a list': { p_lines: [[good]] },
    'no list': { p_lines: good },
    'a number': { p_lines: 7 },
    nothing: { p_lines: null },
    ...Object.fromEntries(
      Object.entries(others).map(([name, id]) => [name, lines({ variant_id: id })]),
    ),
  };
};

async function prepare(): Promise<void> {
  const { sql } = database;
  const good = { ...(await line(sql, 'FOAM-60')) };
  const kit = await line(sql, 'BRAEFELL-KIT');
  const options = await defaultOptions(sql, 'BRAEFELL-KIT');
  const { order } = await database.keepAs(anonymous, (caller) =>
    buy(caller, { lines: [{ ...kit, options }], payment: 'demo' }),
  );
  const foreign = await database.keepAs(person('second'), (caller) =>
    buy(caller, { lines: [good], payment: 'demo' }),
  );
  const [row] = await sql<{ line: string; pool: string; foreign_line: string }[]>`
    select l.id as line, (select id from public.stock_pools where code = (
        select p.code from public.stock_pools p join public.variants v on v.stock_pool_id = p.id where v.sku = 'FOAM-60')) as pool,
      (select id from public.order_lines where order_id = ${foreign.order.id}) as foreign_line
    from public.order_lines l where l.order_id = ${order.id}`;
  assert.ok(row);
  await database.keepAs(
    owner,
    (caller) => caller`select public.record_payment(${foreign.order.id})`,
  );
  const variantOf = async (sku: string) => (await line(sql, sku)).variant_id;
  const [draft, closed, archived, listed] = await Promise.all(
    ['GANNET-KIT', 'LAMPWING-SHELL', 'QUOIN-KIT', 'SANDLING-PCB'].map(variantOf),
  );
  const mine = { p_order: order.id, p_token: order.token };
  const orders = {
    'an unknown order': { p_order: nobody },
    'no order': { p_order: null },
  };
  const notMine = { ...orders, "someone else's order": { p_order: foreign.order.id } };
  const address = (change: Arguments) => ({ p_address: { ...dutchAddress, ...change } });
  const addresses = {
    'an address that is a list': { p_address: [dutchAddress] },
    'no address': { p_address: null },
    'a name that is a number': address({ name: 7 }),
    'no name': address({ name: '' }),
    'a long name': address({ name: long }),
    'a code of another country': address({ postcode: 'SW1A 1AA' }),
    'an unknown country': address({ country: 'XX' }),
    'a country that is an object': address({ country: {} }),
  };
  const choice = { p_line: row.line, p_options: options, p_token: order.token };
  const refund = {
    p_order: foreign.order.id,
    p_amount_minor: 1,
    p_lines: [],
    p_reason: 'A scratch',
  };
  const refunded = (change: Arguments) => ({
    p_amount_minor: null,
    p_lines: [{ line_id: row.foreign_line, quantity: 1, ...change }],
  });
  const event = {
    p_provider: 'demo', p_event_id: 'evt', p_kind: 'paid', p_order: order.id,
    p_reference: 'ref', p_amount_minor: 1, p_currency: 'EUR',
  }; // prettier-ignore
  table = {
    place_order: {
      as: anonymous,
      right: {
        p_key: randomUUID(), p_lines: [good], p_email: 'table@buyers.test', p_address: dutchAddress,
        p_shipping_method: null, p_code: null, p_consents: { terms: true, group_buy: true }, p_quote_hash: null,
        p_payment: 'demo',
      }, // prettier-ignore
      wrong: {
        ...wrongCarts(good, {
          'an unknown variant': nobody,
          'a draft product': draft ?? null,
          'a closed window': closed ?? null,
          'an archived product': archived ?? null,
          'what only a list gives out': listed ?? null,
        }),
        ...addresses,
        'a country without shipping': address({ country: 'BR' }),
        'an empty cart': { p_lines: [] },
        'the same piece beyond its limit': {
          p_lines: [
            { ...good, quantity: 999 },
            { ...good, quantity: 999 },
          ],
        },
        'a foreign offer': { p_lines: [{ ...good, offer_id: nobody }] },
        'a foreign design': { p_lines: [{ ...good, design_id: nobody }] },
        'no key': { p_key: null },
        'no e-mail': { p_email: null },
        'a long e-mail': { p_email: `${long}@buyers.test` },
        'a long code': { p_code: long },
        'an unknown method': { p_shipping_method: nobody },
        'no consent': { p_consents: {} },
        'consents that are a list': { p_consents: [] },
        'consent in words': { p_consents: { terms: 'yes' } },
        'an unknown way to pay': { p_payment: 'cash' },
        'an old quote': { p_quote_hash: long },
      },
    },
    quote_cart: {
      as: anonymous,
      right: { p_lines: [good], p_country: 'NL', p_code: null },
      wrong: {
        ...wrongCarts(good, {}),
        'an unknown country': { p_country: 'XX' },
        'a long country': { p_country: long },
        'a long code': { p_code: long },
      },
    },
    save_cart: {
      as: customer,
      right: { p_lines: [good], p_version: 0 },
      wrong: wrongCarts(good, {}),
    },
    cancel_order: {
      as: anonymous,
      right: { ...mine, p_reason: '' },
      wrong: {
        ...notMine,
        'no secret': { p_token: null },
        'a long secret': { p_token: long },
        'a long reason': { p_reason: long },
      },
    },
    change_order_address: {
      as: anonymous,
      right: { ...mine, p_address: dutchAddress },
      wrong: {
        ...notMine,
        ...addresses,
        'another country': address({ country: 'DE', postcode: '10115' }),
      },
    },
    change_order_options: {
      as: anonymous,
      right: choice,
      wrong: {
        'an unknown line': { p_line: nobody },
        "someone else's line": { p_line: row.foreign_line },
        'no answers': { p_options: {} },
        'an answer too many': { p_options: { ...options, [nobody]: nobody } },
        'an answer that is an object': { p_options: { ...options, [nobody]: {} } },
        'a list': { p_options: [] },
        nothing: { p_options: null },
      },
    },
    begin_payment: {
      as: anonymous,
      right: { ...mine, p_provider: 'demo' },
      wrong: {
        ...notMine,
        'an unknown way to pay': { p_provider: 'cash' },
        'a long way to pay': { p_provider: long },
        'no way to pay': { p_provider: null },
      },
    },
    agree_to_order: {
      as: anonymous,
      right: { ...mine, p_consents: { terms: true } },
      wrong: notMine,
    },
    record_payment: {
      as: owner,
      right: { p_order: order.id, p_amount_minor: 1 },
      wrong: {
        ...orders,
        'a negative amount': { p_amount_minor: -1 },
        'no money': { p_amount_minor: 0 },
        'a huge amount': { p_amount_minor: 2_147_483_647 },
        'a long reference': { p_reference: long },
        'a long note': { p_note: long },
        'another sum than came so far': { p_captured_so_far: 7 },
      },
    },
    refund_order: {
      as: owner,
      right: refund,
      wrong: {
        ...orders,
        'a negative amount': { p_amount_minor: -1 },
        'no money': { p_amount_minor: 0 },
        'a huge amount': { p_amount_minor: 2_147_483_647 },
        'no reason': { p_reason: '' },
        'a long reason': { p_reason: long },
        'what a colleague has changed': { p_refunded_so_far: 7 },
        'a negative quantity': refunded({ quantity: -1 }),
        'a quantity of none': refunded({ quantity: 0 }),
        'a fraction': refunded({ quantity: 0.5 }),
        'a huge quantity': refunded({ quantity: 1e12 }),
        'a quantity in words': refunded({ quantity: 'one' }),
        'the line of another order': refunded({ line_id: row.line }),
        'an unknown line': refunded({ line_id: nobody }),
        'the same line beyond what was bought': {
          p_amount_minor: null, p_lines: many({ line_id: row.foreign_line, quantity: 1 }).slice(0, 2),
        }, // prettier-ignore
        'too many lines': { p_amount_minor: null, p_lines: many({ line_id: nobody, quantity: 1 }) },
        'lines that are an object': { p_amount_minor: null, p_lines: {} },
      },
    },
    adjust_stock: {
      as: owner,
      right: { p_pool: row.pool, p_delta: 1, p_expected: null, p_reason: 'Counted' },
      wrong: {
        'an unknown pool': { p_pool: nobody },
        'no pool': { p_pool: null },
        'no delta': { p_delta: null },
        'more than there is': { p_delta: -2_147_483_648 },
        'a huge delta': { p_delta: 2_147_483_647 },
        'another count than it was': { p_expected: -7 },
        'no reason': { p_reason: '' },
      },
    },
    apply_payment_event: {
      as: service,
      right: event,
      wrong: {
        'no event': { p_event_id: null },
        'a long event': { p_event_id: long },
        'no provider': { p_provider: null },
        'an unknown provider': { p_provider: 'cash' },
        'an unknown order': { p_order: nobody },
        'a negative amount': { p_amount_minor: -1 },
        'a currency that is none': { p_currency: long },
      },
    },
    transition_orders: {
      as: owner,
      right: { p_orders: [order.id], p_to: 'paid', p_reason: '' },
      wrong: {
        'no orders': { p_orders: [] },
        nothing: { p_orders: null },
        'too many orders': { p_orders: many(order.id) },
        'more places than orders': { p_from: ['paid', 'paid'] },
        'an unknown status': { p_to: 'lost' },
        'no status': { p_to: null },
        'a long reason': { p_reason: long },
      },
    },
    ship_parcels: {
      as: owner,
      right: { p_parcels: [] },
      wrong: {
        'no parcels': { p_parcels: [] },
        'no list': { p_parcels: {} },
        nothing: { p_parcels: null },
        'too many parcels': { p_parcels: many({}) },
      },
    },
    add_order_note: {
      as: owner,
      right: { p_order: order.id, p_text: 'A note' },
      wrong: { ...orders, 'no words': { p_text: ' ' }, 'a long note': { p_text: long.repeat(3) } },
    },
    accept_offer: {
      as: customer,
      right: { p_offer: nobody },
      wrong: { 'an unknown offer': { p_offer: nobody }, 'no offer': { p_offer: null } },
    },
    decline_offer: {
      as: customer,
      right: { p_offer: nobody },
      wrong: { 'an unknown offer': { p_offer: nobody }, 'no offer': { p_offer: null } },
    },
  };
  const facts = await sql<{ name: string; comment: string; types: Record<string, string> }[]>`
    select p.proname as name, obj_description(p.oid, 'pg_proc') as comment,
      (select jsonb_object_agg(n.name, format_type(p.proargtypes[n.at - 1], null))
        from unnest(p.proargnames) with ordinality n (name, at) where n.at <= p.pronargs) as types
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any (${Object.keys(table)})`;
  comments = new Map(facts.map(({ name, comment }) => [name, comment]));
  types = new Map(facts.map((fact) => [fact.name, fact.types]));
  writtenBefore = await written();
}

async function call(name: string, caller: Caller, given: Arguments): Promise<unknown> {
  const names = Object.keys(given);
  const typeOf = (each: string) => types.get(name)?.[each] ?? '';
  const passed = names.map((each, at) => {
    const type = typeOf(each);
    return `${each} => ${type === 'jsonb' ? `$${at + 1}::text::jsonb` : `$${at + 1}::${type}`}`;
  });
  const values = names.map((each) =>
    typeOf(each) === 'jsonb' ? JSON.stringify(given[each]) : given[each],
  );
  return database.keepAs(caller, (sql) =>
    sql.unsafe(`select public.${name}(${passed.join(', ')})`, values as never[]),
  );
}

const names = [
  'place_order', 'quote_cart', 'save_cart', 'cancel_order', 'change_order_address', 'change_order_options',
  'begin_payment', 'agree_to_order', 'record_payment', 'refund_order', 'adjust_stock', 'apply_payment_event', 'transition_orders',
  'ship_parcels', 'add_order_note', 'accept_offer', 'decline_offer',
]; // prettier-ignore

describe('what no function of buying takes', () => {
  before(prepare);
  after(async () => assert.deepEqual(await findBrokenInvariants(database.sql), []));

  for (const name of names) {
    test(`${name} refuses each with its code and a reason that it is known for`, async () => {
      const row = table[name];
      assert.ok(row);
      const known = comments.get(name) ?? '';
      const faults: string[] = [];
      for (const [what, change] of Object.entries(row.wrong)) {
        const { code, reason } = await refusalOf(
          call(name, row.as, { ...row.right, ...change }),
        ).catch((error: unknown) => ({ code: 'none', reason: String(error) }));
        const isKnown = known.includes(reason) || known.includes('every reason of a quote');
        if (!/^PT4\d\d$/.test(code) || reason === '' || !isKnown)
          faults.push(`${what}: ${code} ${reason}`);
      }
      assert.deepEqual(faults, []);
      assert.deepEqual(await written(), writtenBefore);
    });
  }
});
