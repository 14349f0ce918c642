import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseShape, shapeIn, typeOf } from '../../../scripts/answer-shapes.ts';

describe('shapeIn', () => {
  test('a shape is read from the last paragraph of a comment', () => {
    assert.equal(
      shapeIn('Gives back what was sold. Staff.\nGives { id: string }'),
      '{ id: string }',
    );
    assert.equal(shapeIn('What was chosen.\nHolds string[]'), 'string[]');
    assert.equal(
      shapeIn('Orders of a customer.\nGives {\n  id: string;\n}[]'),
      '{\n  id: string;\n}[]',
    );
  });

  test('what refusals tell stands before what is given', () => {
    const comment = 'Counts.\nRefusals tell {\n  left?: number;\n}\nGives { id: string }';
    assert.equal(shapeIn(comment, 'Refusals tell'), '{\n  left?: number;\n}');
    assert.equal(shapeIn(comment), '{ id: string }');
    assert.equal(shapeIn('Counts.\nGives string', 'Refusals tell'), null);
  });

  test('a comment without that paragraph tells of none', () => {
    assert.equal(shapeIn('Gives {id, number} of an order.'), null);
  });
});

describe('parseShape', () => {
  test('fields may be missing, lists and maps hold one shape', () => {
    assert.deepEqual(parseShape('{ id: string; of?: Record<string, number[]>; }'), {
      kind: 'object',
      fields: [
        { name: 'id', isOptional: false, shape: { kind: 'string' } },
        {
          name: 'of',
          isOptional: true,
          shape: { kind: 'map', of: { kind: 'list', of: { kind: 'number' } } },
        },
      ],
    });
  });

  test('words and truth stand for themselves', () => {
    assert.deepEqual(parseShape('"ok" | false'), {
      kind: 'union',
      of: [
        { kind: 'literal', value: 'ok' },
        { kind: 'literal', value: false },
      ],
    });
  });

  test('a list binds closer than a choice, but for brackets', () => {
    const [text, nothing, list] = [
      { kind: 'string' },
      { kind: 'null' },
      { kind: 'list', of: { kind: 'null' } },
    ];
    assert.deepEqual(parseShape('string | null[]'), { kind: 'union', of: [text, list] });
    const either = { kind: 'union', of: [text, nothing] };
    assert.deepEqual(parseShape('(string | null)[]'), { kind: 'list', of: either });
    assert.deepEqual(parseShape('(\n  | string\n  | null\n)[]'), { kind: 'list', of: either });
  });

  test('a name in angle brackets stands for what it names', () => {
    assert.deepEqual(parseShape('<orders>[]'), {
      kind: 'list',
      of: { kind: 'named', name: 'orders' },
    });
  });

  test('what is not understood is an error that names it', () => {
    const wrong = [
      ['{ id: text }', /Unknown word "text"/],
      ['{ id string }', /Expected : before "string \}"/],
      ['string[] number', /"number" is too much/],
      ["{ kind: 'guest' }", /Not a shape: " 'guest' \}"/],
      ['{ id: string', /Expected/],
    ] as const;
    for (const [text, fault] of wrong) assert.throws(() => parseShape(text), fault, text);
  });
});

test('a name is a row, one of its columns, a word of an enum or what a function gives', () => {
  const generated = `
    Tables: {
      lists: {
        Row: { id: string };
    Views: {
      orders: {
        Row: { id: string | null };
      order_status:
        | 'paid';
      list_kind: 'raffle' | 'waiting_list';
      open_order: {
        Args: { p_id: string };
        Returns: Json;`;
  assert.equal(typeOf('<lists>', generated), "Database['public']['Tables']['lists']['Row']");
  assert.equal(typeOf('<orders>', generated), "Database['public']['Views']['orders']['Row']");
  assert.equal(
    typeOf('<orders.address>', generated),
    "NonNullable<Database['public']['Views']['orders']['Row']['address']>",
  );
  for (const name of ['order_status', 'list_kind'])
    assert.equal(typeOf(`<${name}>`, generated), `Database['public']['Enums']['${name}']`);
  assert.equal(
    typeOf('{ order: <open_order>; of: Record<string, <list_kind>> }', generated),
    "{ order: Database['public']['Functions']['open_order']['Returns']; of: Record<string, Database['public']['Enums']['list_kind']> }",
  );
});
