import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findPath, type DeskFind } from '../../../src/desk-kit/model/desk-find.ts';
import { deskRights, mayOpen, type DeskName } from '../../../src/desk-kit/model/desk-rights.ts';
import {
  actionCommands,
  commandGroups,
  goToCommands,
  readTyped,
  type Desks,
} from '../../../src/features/workshop/model/commands.ts';

const roles = ['owner', 'editor', 'fulfilment', 'support'] as const;
const names = Object.keys(deskRights) as DeskName[];
const desks = Object.fromEntries(
  names.map((name) => [name, { label: name, path: name === 'home' ? '/admin' : `/admin/${name}` }]),
) as Desks;

const find = (parts: Partial<DeskFind>): DeskFind => ({
  kind: 'order',
  record: 'KW-10013',
  title: 'KW-10013',
  note: '',
  status: 'paid',
  count: null,
  amount_minor: 100,
  currency: 'EUR',
  at: '2026-01-02T03:04:05Z',
  rank: 0,
  ...parts,
});
const offer = (
  typed: string,
  finds: readonly DeskFind[] = [],
  role: 'owner' | 'support' = 'owner',
) => commandGroups({ role, desks, typed, finds, recent: [] });
const titlesOf = (groups: ReturnType<typeof offer>) => groups.map(({ title }) => title);

describe('the command bar', () => {
  for (const role of roles)
    test(`leads ${role} to every desk of theirs and its parts, and to no other`, () => {
      const paths = goToCommands(role, desks).map(({ id }) => id);
      assert.equal(new Set(paths).size, paths.length);
      const reached = new Set(paths.map((path) => path.split('?')[0]));
      for (const name of names)
        assert.equal(reached.has(desks[name].path), mayOpen(role, name), name);
    });

  test('names the parts of a desk as the desk itself does', () => {
    const paths = (role: (typeof roles)[number]) => goToCommands(role, desks).map(({ id }) => id);
    assert.ok(paths('owner').includes('/admin/money?tab=vat'));
    assert.ok(paths('fulfilment').includes('/admin/money?tab=refunds'));
    assert.ok(!paths('fulfilment').includes('/admin/money?tab=vat'));
    assert.ok(!paths('support').includes('/admin/orders?tab=figures'));
    assert.ok(!paths('editor').includes('/admin/content?tab=legal'));
    assert.ok(paths('support').includes('/admin/designs?tab=hidden'));
  });

  test('offers each role what it may do alone', () => {
    const titles = (role: (typeof roles)[number]) => actionCommands(role).map(({ title }) => title);
    assert.deepEqual(titles('support'), []);
    assert.deepEqual(titles('fulfilment'), ['New order', 'Record payment …', 'Refund order …']);
    assert.ok(titles('editor').includes('Publish changes'));
    assert.ok(!titles('editor').includes('New order'));
    assert.ok(titles('owner').includes('New discount code'));
  });

  test('shows places and actions while nothing is typed', () => {
    assert.deepEqual(titlesOf(offer('')), ['Go to', 'Actions']);
    assert.deepEqual(titlesOf(offer('  ')), ['Go to', 'Actions']);
  });

  test('puts what is named whole first, then what begins so, then what is like it', () => {
    const like = find({ rank: 4 });
    const variant = find({ kind: 'variant', record: 'id', title: 'Knob', note: 'ORD-1', rank: 1 });
    assert.deepEqual(titlesOf(offer('ord', [like, variant])), [
      'Go to',
      'Orders',
      'Products',
      'Actions',
    ]);
    assert.deepEqual(titlesOf(offer('ord', [{ ...variant, rank: 0 }])), [
      'Products',
      'Go to',
      'Actions',
    ]);
  });

  test('sorts products and their variants among each other', () => {
    const finds = [
      find({ kind: 'variant', record: 'a', title: 'A kit', note: 'KIT-1', rank: 4 }),
      find({ kind: 'product', record: 'b', title: 'B', rank: 2 }),
      find({ kind: 'variant', record: 'c', title: 'C kit', note: 'KIT-2', rank: 1 }),
    ];
    const [products] = offer('xyz', finds);
    assert.deepEqual(
      products?.commands.map(({ title }) => title),
      ['C kit', 'B', 'A kit'],
    );
  });

  test('reads an action and the order it is for', () => {
    for (const text of ['refund 10013', ' Refund  order 10013', 'REFUND for 10013 '])
      assert.deepEqual(
        [readTyped(text, 'owner').search, readTyped(text, 'owner').verb?.verb],
        ['10013', 'Refund'],
        text,
      );
    assert.equal(readTyped('record payment kw-1', 'fulfilment').verb?.verb, 'Record payment');
    for (const [text, role] of [
      ['refund', 'owner'],
      ['refunded 1', 'owner'],
      ['refund 10013', 'support'],
    ] as const)
      assert.equal(readTyped(text, role).verb, null, text);
  });

  test('offers an action for the orders alone that it can be done with', () => {
    const paid = find({});
    const unpaid = find({ record: 'KW-2', title: 'KW-2', status: 'awaiting_payment' });
    const ended = find({ record: 'KW-3', title: 'KW-3', status: 'expired' });
    const of = (typed: string) =>
      offer(typed, [paid, unpaid, ended]).flatMap(({ commands }) =>
        commands.map(({ title, does }) => [title, does.kind === 'open' ? does.path : '']),
      );
    assert.deepEqual(of('refund kw'), [['Refund KW-10013', '/admin/orders?order=KW-10013#refund']]);
    assert.deepEqual(
      of('record payment kw').map(([title]) => title),
      ['Record payment for KW-10013', 'Record payment for KW-2'],
    );
  });

  test('opens what was found at its own desk, whatever stands in its name', () => {
    const paths = [
      findPath({ kind: 'order', record: 'KW-1' }),
      findPath({ kind: 'customer', record: 'a+b&c@d.test' }),
      findPath({ kind: 'list', record: 'id' }),
    ];
    assert.deepEqual(paths, [
      '/admin/orders?order=KW-1',
      '/admin/customers?q=a%2Bb%26c%40d.test',
      '/admin/lists?list=id',
    ]);
  });
});
