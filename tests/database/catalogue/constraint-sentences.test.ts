import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  constraintSentence,
  rowWords,
  wordsOfConstraint,
  type BrokenRule,
  type WrittenRow,
} from '#desk-kit/api/constraint-sentences.ts';
import { isoCountries } from '#features/catalogue/model/iso-countries.ts';
import { openTestDatabase, person } from '../../support/database.ts';

const database = openTestDatabase();

interface Constraint {
  readonly name: string;
  readonly kind: 'c' | 'f' | 'p' | 'u' | 'x';
  readonly says: string;
  readonly from: string;
  readonly to: string | null;
  /** By staff; else it only refers to a table that they write. */
  readonly written: boolean;
}

/** Of the tables that a policy lets staff write, and of what refers to them. */
const constraints = () => database.sql<Constraint[]>`
  with written as (
    select distinct polrelid as id from pg_policy
    where polcmd in ('a', 'w', 'd') and polrelid::regclass::text not like 'storage.%'
      and concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) like '%is_staff(%'
  )
  select k.conname as name, k.contype as kind, pg_get_constraintdef(k.oid) as says,
    f.relname as "from", t.relname as to, k.conrelid in (select id from written) as written
  from pg_constraint k join pg_class f on f.oid = k.conrelid left join pg_class t on t.oid = k.confrelid
  where k.contype in ('c', 'f', 'p', 'u', 'x') and pg_get_constraintdef(k.oid) <> 'PRIMARY KEY (id)'
    and (k.conrelid in (select id from written)
      or (k.confrelid in (select id from written) and k.confdeltype = 'a'))
  union all
  select i.indexrelid::regclass::text, 'u', pg_get_indexdef(i.indexrelid), c.relname, null, true
  from pg_index i join pg_class c on c.oid = i.indrelid
  where i.indisunique and i.indrelid in (select id from written)
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
  order by 1`;

describe('what the database refuses of staff', () => {
  test('every rule of a table that they write has its field and its sentence', async () => {
    const rules = await constraints();
    assert.ok(rules.length > 250, `${rules.length} rules`);
    const wordless = rules.filter(({ name, kind, written }) => {
      if (!written) return false;
      const words = wordsOfConstraint(name);
      return words === null || (words.rule === null) !== (kind === 'f');
    });
    assert.deepEqual(
      wordless.map(({ name }) => name),
      [],
    );
    const nameless = rules.filter(
      ({ from, to }) => rowWords(from) === null || (to !== null && rowWords(to) === null),
    );
    assert.deepEqual(
      nameless.map(({ name }) => name),
      [],
    );
  });

  test('a sentence names the bounds that the database has', async () => {
    const wrong: string[] = [];
    for (const { name, kind, says } of await constraints()) {
      const { rule = null, column = '' } = wordsOfConstraint(name) ?? {};
      if (kind !== 'c' || rule === null) continue;
      const bounds = [...says.matchAll(/(?:length|cardinality)?\(?\w+\)* [<>]=? \(?'?(-?\d+)/g)];
      for (const [, bound] of bounds) {
        const isMinor = column.endsWith('_minor') || column.endsWith('_points');
        const told = (Number(bound) / (isMinor ? 100 : 1)).toLocaleString('en-GB');
        const isTold = rule.includes(told) || Number(bound) === 0 || /in the list/.test(rule);
        if (!isTold) wrong.push(`${name}: ${says} is told as “${rule}”`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  const statements: readonly [written: WrittenRow, sql: string, said: string][] = [
    [
      { table: 'shipping_rates' },
      `insert into public.shipping_rates (method_id, from_weight_grams, to_weight_grams, price_minor, valid_from)
       select id, 90000, 90001, -100, now() from public.shipping_methods where code = 'eu-parcel'`,
      'Price in euro: from €0 to €100,000. Nothing was saved.',
    ],
    [
      { table: 'shipping_rates' },
      `insert into public.shipping_rates (method_id, from_weight_grams, to_weight_grams, price_minor, valid_from)
       select id, 400, 600, 1, now() from public.shipping_methods where code = 'eu-parcel'`,
      'Valid from: another rate of the method has a price for such a parcel on some of these days. End that one first, or change the weights or values. Nothing was saved.',
    ],
    [
      { table: 'shipping_rates' },
      `insert into public.shipping_rates (method_id, to_weight_grams, price_minor, valid_from, valid_to)
       select id, 10, 1, '2090-02-01', '2090-01-01' from public.shipping_methods where code = 'eu-parcel'`,
      'Valid until: later than it begins, or empty. Nothing was saved.',
    ],
    [
      { table: 'batches' },
      `update public.batches set closes_at = opens_at - interval '1 day' where opens_at is not null`,
      'Closes: later than it opens. Nothing was saved.',
    ],
    [
      { table: 'lists' },
      `insert into public.lists (kind, title, opens_at, closes_at)
       values ('raffle', 'A list', '2090-02-01', '2090-01-01')`,
      'Closes: later than it opens. Nothing was saved.',
    ],
    [
      { table: 'shipping_methods' },
      `update public.shipping_methods set code = 'eu-parcel'`,
      'Code: another shipping method has it already. Nothing was saved.',
    ],
    [
      { table: 'shipping_methods' },
      `insert into public.shipping_methods (code, name, carrier, days_min, days_max, max_weight_grams, zone_id)
       values ('x', 'Name', 'Carrier', 1, 2, 3, null)`,
      'Zone: it is missing. Nothing was saved.',
    ],
    [
      { table: 'products', values: { tax_class_code: 'goodz' } },
      `update public.products set tax_class_code = 'goodz' where url = 'wren-click'`,
      'Tax class: there is no tax class called “goodz”. Nothing was saved.',
    ],
    [
      { table: 'products', values: { origin_country_code: 'XX' } },
      `update public.products set origin_country_code = 'XX' where url = 'wren-click'`,
      'Country of origin: there is no country called “XX”. Nothing was saved.',
    ],
    [
      { table: 'colorways', values: {} },
      `update public.colorways set palette_id = 'd0000000-0000-4000-8000-000000000000' where palette_id is not null`,
      'Palette: this palette no longer exists. Choose another. Nothing was saved.',
    ],
    [
      { table: 'palettes' },
      `delete from public.palettes`,
      'It was not removed: a colour still uses it.',
    ],
    [
      { table: 'products' },
      `delete from public.variants where id in (select variant_id from public.colorways)`,
      'A variant was not removed: a colour still uses it.',
    ],
    [
      { table: 'products' },
      `update public.variants set weight_grams = 0 where sku is not null`,
      'Variant, Weight in grams: a whole number from 1 to 100,000. Nothing was saved.',
    ],
  ];

  for (const [written, statement, said] of statements)
    test(`a refused write of ${written.table} says “${said}”`, async () => {
      const broken = await brokenRule(statement);
      assert.equal(constraintSentence(broken, written), said);
    });
});

/** What a browser reads of a refused statement: the key that is missing is hidden from it. */
async function brokenRule(statement: string): Promise<BrokenRule> {
  const refusal: unknown = await database
    .as(person('owner'), (sql) => sql.unsafe(statement))
    .then(
      () => assert.fail(`not refused: ${statement}`),
      (error: unknown) => error,
    );
  assert.ok(refusal instanceof Error && 'code' in refusal, String(refusal));
  const details = 'detail' in refusal ? refusal.detail : null;
  return { code: String(refusal.code), message: refusal.message, details };
}

test('goods may come from every country of ISO 3166, whether or not the shop ships there', async () => {
  const rows = await database.sql`select code from private.iso_countries order by code`;
  assert.deepEqual(
    rows.map(({ code }) => String(code)),
    isoCountries,
  );
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  assert.deepEqual(
    isoCountries.filter((code) => names.of(code) === undefined),
    [],
  );
  const saved = await database.as(
    person('editor'),
    (sql) => sql`update public.products set origin_country_code = 'CN' returning id`,
  );
  assert.ok(saved.length > 0);
});
