import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  fillMessage,
  messageParagraphs,
  messageProblem,
} from '../../../src/features/orders/model/order-message.ts';

const values = { name: 'Ada {number}', number: 'KW-7', total: '€ 5,00' };

describe('a message to the customers of many orders', () => {
  test('says to each what is theirs, and fills in nothing twice', () => {
    assert.equal(
      fillMessage('Hello {name}: {number}, {total}, {number}', values),
      'Hello Ada {number}: KW-7, € 5,00, KW-7',
    );
  });

  test('is told in paragraphs, without empty ones', () => {
    assert.deepEqual(messageParagraphs('One\nstill one\n \n\n\nTwo\n'), ['One\nstill one', 'Two']);
  });

  test('is not sent without subject and text, or with a word that stands for nothing', () => {
    assert.equal(messageProblem('About {number}', 'It takes a week more.'), null);
    assert.match(messageProblem('Hi', 'It takes a week more.') ?? '', /subject/);
    assert.match(messageProblem('A word', 'Short') ?? '', /text/);
    assert.match(messageProblem('A word', 'Dear {nmae}, it is late') ?? '', /\{nmae\}.*\{name\}/);
  });
});
