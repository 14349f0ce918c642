import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { taxRuleOf, type TaxPlace } from '../../../src/features/shipping/model/tax-rule.ts';
import { openTestDatabase, person, refusalOf, withCode } from '../../support/database.ts';
import cases from '../../cases/taxes.json' with { type: 'json' };

const database = openTestDatabase();
const union = new Set(['NL', 'DE', 'FR']);
const placeOf = (code: string): TaxPlace => ({ code, inEu: union.has(code) });

/** `EU`, a country, or one whose time is over. */
function registrationOf(text: string) {
  const [code = '', past] = text.split(' ');
  return {
    countryCode: code === 'EU' ? null : code,
    limitMinor: code === 'GB' ? 15_600 : null,
    limitPer: 'parcel' as const,
    validFrom: '2020-01-01',
    validTo: past === undefined ? null : '2021-01-01',
  };
}

describe('how goods are taxed', () => {
  for (const { home, country, registrations, number = false, scheme, of, limit = null } of cases) {
    const told = `to ${country} from ${home ?? 'nobody'} with ${registrations.join(' and ') || 'no registration'}${number ? ' and a checked German number' : ''}`;
    test(`is ${scheme || 'untold'} ${told}`, async () => {
      const held = registrations.map(registrationOf);
      const [row] = await database.as(withCode(person('owner')), async (sql) => {
        await sql`reset role`;
        await sql`delete from public.tax_registrations`;
        for (const { countryCode, limitMinor, validFrom, validTo } of held)
          await sql`insert into public.tax_registrations (country_code, name, limit_minor, valid_from, valid_to)
            values (${countryCode}, 'VAT', ${limitMinor}, ${validFrom}, ${validTo})`;
        await sql`update public.sellers set country_code = ${home}`;
        await sql`insert into private.vat_checks (number, is_valid) values ('DE123456789', true)`;
        return sql`select r.* from private.tax_rule_of(${country}, ${number ? 'DE123456789' : null}) r`;
      });
      assert.deepEqual(
        [row?.['scheme'], row?.['country'], row?.['limit_minor']],
        [scheme, of, limit],
      );
      if (number) return;
      const rule = taxRuleOf(
        placeOf(country),
        home === null ? null : placeOf(home),
        held,
        '2026-11-27',
      );
      assert.deepEqual([rule.scheme, rule.country, rule.limitMinor], [scheme, of, limit]);
    });
  }
});

test('a seller without a VAT number takes none off', async () => {
  const [row] = await database.as(withCode(person('owner')), async (sql) => {
    await sql`reset role`;
    await sql`update public.sellers set country_code = 'NL', vat_number = '', register = 'KvK 1'`;
    return sql`select r.* from private.tax_rule_of('US', null) r`;
  });
  assert.deepEqual([row?.['scheme'], row?.['is_included']], ['', false]);
});

describe('tax registrations', () => {
  const add = (name: Parameters<typeof person>[0], country: string | null = 'US') =>
    database.as(
      person(name),
      (sql) =>
        sql`insert into public.tax_registrations (country_code, name, valid_from) values (${country}, 'VAT', '2026-01-01')`,
    );

  test('are written by owners alone, who have given their code, and read by everyone', async () => {
    await add('owner');
    for (const name of ['first', 'editor', 'fulfilment', 'support'] as const)
      assert.equal((await refusalOf(add(name))).code, '42501');
  });

  test('of one country never hold at the same time, nor two of the one stop shop', async () => {
    assert.equal((await refusalOf(add('owner', 'GB'))).code, '23P01');
    assert.equal((await refusalOf(add('owner', null))).code, '23P01');
  });
});
