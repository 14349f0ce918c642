import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { layoutNames, builtInLayouts } from '#drawing/keyboard-layouts/built-in.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  anyDesign,
  opened,
  orderDesign,
  save,
  zoneLetters,
  type Saved,
} from '../../support/data/designs.ts';

const database = openTestDatabase();
const first = person('first');
const second = person('second');

describe('save_design', () => {
  test('gives a guest a secret once, and with it the right to change the design', async () => {
    await database.as(anonymous, async (sql) => {
      const saved = await save(sql);
      assert.match(saved.secret ?? '', /^[0-9a-f]{64}$/);
      assert.match(saved.code, /^\d[0-9a-hjkmnp-tv-z]{9}$/);
      const changed = await save(sql, { name: 'Quay', secret: saved.secret }, saved);
      assert.deepEqual(changed, { ...saved, version: 2, secret: null });
      assert.equal((await opened(sql, saved.id, saved.secret))?.['name'], 'Quay');
    });
  });

  test('makes one design, and one change, for a key that comes again', async () => {
    for (const caller of [anonymous, first])
      await database.as(caller, async (sql) => {
        let made: Saved | null = null;
        const send = async (key: string, name: string, replaces: Partial<Saved> = {}) => {
          const design = JSON.stringify({ ...anyDesign, name, secret: made?.secret ?? null });
          const [row] = await sql<{ saved: Saved }[]>`
            select public.save_design(${design}::text::jsonb, ${replaces.id ?? null}, ${replaces.version ?? null}, ${key}) as saved`;
          assert.ok(row);
          return row.saved;
        };
        const [one, two] = [randomUUID(), randomUUID()];
        const answer = await send(one, 'Harbour');
        assert.deepEqual(await send(one, 'Harbour'), answer);
        const refused = await refusalOf(sql.savepoint(() => send(one, 'Quay')));
        assert.equal(refused.reason, 'key_reused');
        made = answer;
        const changed = await send(two, 'Quay', made);
        assert.deepEqual(await send(two, 'Quay', made), changed);
        assert.equal(changed.version, 2);
      });
  });

  test('stores so many of a guest a day and no more, and of the next guest again', async () => {
    await database.as(anonymous, async (sql) => {
      const comeFrom = (address: string) =>
        sql`select set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': address })}, true)`;
      await comeFrom('192.0.2.1');
      const saved = await save(sql);
      await sql`select public.save_design(${JSON.stringify(anyDesign)}::text::jsonb)
        from generate_series(2, 300)`;
      const refused = await refusalOf(sql.savepoint((inner) => save(inner)));
      assert.deepEqual([refused.code, refused.reason], ['PT429', 'too_many_designs']);
      await save(sql, { name: 'Changed', secret: saved.secret }, saved);
      await comeFrom('192.0.2.2');
      await save(sql);
    });
  });

  test('lets nobody change a guest’s design without its secret', async () => {
    const shown = await database.keepAs(anonymous, (sql) => save(sql, { visibility: 'unlisted' }));
    const hidden = await database.keepAs(anonymous, (sql) => save(sql));
    for (const caller of [anonymous, first]) {
      for (const secret of [null, '', 'f'.repeat(64)]) {
        const refused = await refusalOf(database.as(caller, (sql) => save(sql, { secret }, shown)));
        assert.equal(refused.reason, 'not_yours');
        const unseen = await refusalOf(database.as(caller, (sql) => save(sql, { secret }, hidden)));
        assert.equal(unseen.reason, 'unknown_design');
      }
    }
  });

  test('keeps an account’s design for the account alone, without a secret', async () => {
    const saved = await database.keepAs(first, (sql) => save(sql));
    assert.equal(saved.secret, null);
    const refused = await refusalOf(database.as(second, (sql) => save(sql, {}, saved)));
    assert.deepEqual([refused.code, refused.reason], ['PT404', 'unknown_design']);
  });

  test('tells the second of two tabs, and says which version there is', async () => {
    const saved = await database.keepAs(first, (sql) => save(sql));
    await database.keepAs(first, (sql) => save(sql, { name: 'From one tab' }, saved));
    const refused = await refusalOf(
      database.as(first, (sql) => save(sql, { name: 'From another' }, saved)),
    );
    assert.deepEqual([refused.code, refused.reason], ['PT409', 'design_changed']);
    assert.equal(refused.details['version'], 2);
    const careless = { id: saved.id };
    const blind = await refusalOf(database.as(first, (sql) => save(sql, {}, careless)));
    assert.equal(blind.reason, 'design_changed');
  });

  test('never changes the colours of a design that was ordered, and still lets it be renamed', async () => {
    const saved = await database.keepAs(first, (sql) => save(sql));
    await database.keepAs(first, (sql) => orderDesign(sql, saved.id));
    const refused = await refusalOf(
      database.as(first, (sql) => save(sql, { profile: 'sa' }, saved)),
    );
    assert.deepEqual([refused.code, refused.reason], ['PT409', 'design_used']);
    const renamed = await database.as(first, (sql) => save(sql, { name: 'Kept' }, saved));
    assert.equal(renamed.version, 2);
  });

  test('refuses what is no design, in words', async () => {
    const { zones } = anyDesign;
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ name: ' ' }, /name/],
      [{ visibility: 'everyone' }, /visibility/],
      [{ layout: 'no-such' }, /layout/],
      [{ layout: [] }, /layout/],
      [{ layout: [['Q'], 7] }, /KLE/],
      [{ layout: null }, /layout/],
      [{ zones: { ...zones, case: { hex: 'red' } } }, /case/],
      [{ zones: { ...zones, case: { hex: '#ffffff', code: '../x' } } }, /case/],
      [{ zones: {} }, /alphas/],
      [{ keys: { x: { cap: { hex: '#ffffff' } } } }, /key/],
      [{ keys: { '1': { cap: 7 } } }, /key/],
      [{ keys: { '1': { extra: {} } } }, /key/],
      [{ keys: [] }, /[Kk]eys/],
      [{ keys: { '998': { cap: { hex: '#ffffff' } } } }, /not in the layout/],
      [{ profile: 'dsa' }, /profile/],
      [{ name: 'x'.repeat(81) }, /name/],
    ];
    for (const [change, words] of wrong) {
      const refused = await refusalOf(database.as(first, (sql) => save(sql, change)));
      assert.deepEqual([refused.code, refused.reason], ['PT422', 'wrong_design']);
      assert.match(refused.message, words);
    }
    for (const body of ['null', '[]', '7', '"text"'] as const) {
      const call = database.as(
        first,
        (sql) => sql`select public.save_design(${body}::text::jsonb)`,
      );
      assert.equal((await refusalOf(call)).code, 'PT422');
    }
  });

  test('keeps only what is drawn: no stranger’s field, no secret', async () => {
    await database.as(anonymous, async (sql) => {
      const saved = await save(sql, { owner_id: '00000000-0000-4000-8000-000000000001', x: 1 });
      const design = (await opened(sql, saved.id, saved.secret))?.['design'] as object;
      assert.deepEqual(Object.keys(design).toSorted(), [
        'caseStyle',
        'keys',
        'layout',
        'legends',
        'profile',
        'zones',
      ]);
    });
  });

  test('knows the same layouts as the picker, with each key in the same zone', async () => {
    const rows = await database.sql<{ code: string; zones: string }[]>`
      select code, zones from private.design_layouts()`;
    assert.deepEqual(
      Object.fromEntries(rows.map(({ code, zones }) => [code, zones])),
      Object.fromEntries(layoutNames.map((name) => [name, zoneLetters(builtInLayouts[name])])),
    );
  });
});
