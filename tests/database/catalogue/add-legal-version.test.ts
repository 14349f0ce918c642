import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf, withCode } from '../../support/database.ts';

const database = openTestDatabase();
const owner = withCode(person('owner'));

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
const section = (code: string) => ({
  code,
  title: 'A part',
  plain: 'In short.',
  body: 'At length.',
});

interface Version {
  readonly document?: string;
  readonly number?: number;
  readonly publishAt?: string;
  readonly effectiveAt?: string;
  readonly sections?: unknown;
  readonly key?: string | null;
}

const add = (given: Version) =>
  database.keepAs(owner, async (sql) => {
    const { document = 'imprint', number = 0, publishAt = days(1), effectiveAt = days(2) } = given;
    const sections = JSON.stringify(given.sections ?? [section('who')]);
    const [row] = await sql<{ number: number }[]>`
      select public.add_legal_version(${document}, ${number}, 'Another address.', ${publishAt}, ${effectiveAt},
        ${sections}, ${given.key ?? null}) as number`;
    return row?.number;
  });

const newest = async (document: string): Promise<number> => {
  const [row] = await database.sql<{ number: number }[]>`
    select coalesce(max(number), 0) as number from public.legal_versions where document = ${document}`;
  return row?.number ?? 0;
};

describe('add_legal_version', () => {
  test('adds the next version with its sections in their order', async () => {
    const number = (await newest('imprint')) + 1;
    const sections = [section('who'), section('where'), section('an-end')];
    assert.equal(await add({ number, sections }), number);
    const rows = await database.sql<{ code: string }[]>`
      select s.code from public.legal_sections s join public.legal_versions v on v.id = s.version_id
      where v.document = 'imprint' and v.number = ${number} order by s.position`;
    assert.deepEqual(
      rows.map(({ code }) => code),
      ['who', 'where', 'an-end'],
    );
  });

  test('the same key adds it once, and answers the same', async () => {
    const [number, key] = [(await newest('imprint')) + 1, randomUUID()];
    const times = { publishAt: days(3), effectiveAt: days(4) };
    assert.equal(await add({ number, key, ...times }), number);
    assert.equal(await add({ number, key, ...times }), number);
    assert.equal(await newest('imprint'), number);
  });

  test('of many who add the next one at once, one does, and the others hear of it', async () => {
    const number = (await newest('accessibility')) + 1;
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, () => add({ document: 'accessibility', number })),
    );
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
    const refusal = await refusalOf(add({ document: 'accessibility', number }));
    assert.equal(refusal.reason, 'version_changed');
    assert.deepEqual(refusal.details, { newest: number });
  });

  test('adds nothing where a section or a day is wrong', async () => {
    const before = await newest('imprint');
    const number = before + 1;
    const wrong: readonly (readonly [Version, string])[] = [
      [{ sections: [] }, 'wrong_sections'],
      [{ sections: { code: 'who' } }, 'wrong_sections'],
      [{ sections: [section('who'), section('who')] }, 'wrong_sections'],
      [{ sections: [{ code: 'who' }] }, 'wrong_sections'],
      [{ publishAt: days(-1) }, 'wrong_days'],
      [{ publishAt: days(3), effectiveAt: days(2) }, 'wrong_days'],
    ];
    for (const [given, reason] of wrong) {
      const refusal = await refusalOf(add({ number, ...given }));
      assert.equal(refusal.reason, reason, JSON.stringify(given));
    }
    const broken = await refusalOf(add({ number, sections: [section('Not a code')] }));
    assert.equal(broken.code, '23514');
    assert.equal(await newest('imprint'), before);
  });
});
