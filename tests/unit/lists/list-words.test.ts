import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listKinds } from '#shared/list-kinds.ts';
import { countWords, listWords, placesToGive } from '#features/lists/model/list-words.ts';

const choices = [{ editions: 25 }, { editions: 20 }, { editions: 24 }];

test('a list never promises more than its editions', () => {
  assert.equal(placesToGive({ capacity: 70, choices }), 69);
  assert.equal(placesToGive({ capacity: 40, choices }), 40);
  assert.equal(placesToGive({ capacity: null, choices }), 69);
  assert.equal(placesToGive({ capacity: 12, choices: [{ editions: null }] }), 12);
  assert.equal(placesToGive({ capacity: null, choices: [] }), null);
});

test('the count of a list is said in the words of its kind', () => {
  const counted = (kind: keyof typeof listKinds, entryCount: number) =>
    countWords({ ...listKinds[kind], entryCount, capacity: 70, choices });
  assert.equal(counted('raffle', 213), '213 people entered, 69 will win.');
  assert.equal(counted('waiting_list', 1), '1 person on the list.');
  assert.equal(counted('interest_check', 41), '41 people would buy one.');
});

test('only a raffle speaks of winning and entering', () => {
  for (const kind of Object.values(listKinds)) {
    const { name, key } = kind;
    const { send, leave, ask, people, places, editions, rule } = listWords(kind);
    const said = [name, key, send, leave, ask, people('2'), places(3), editions(4), rule(48, null)];
    assert.equal(/\b(?:win|enter|raffle)/i.test(said.join(' ')), kind.isDrawn, name);
  }
});
