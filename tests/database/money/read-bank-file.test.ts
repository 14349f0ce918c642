import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { openBankRefunds } from '../../support/data/bank-refunds.ts';

const database = openTestDatabase();
const bank = openBankRefunds(database);

describe('read_bank_file', () => {
  test('gives the owner the file, and nobody else', async () => {
    const file = await bank.makeFile([(await bank.refundToSend()).id]);
    const { name, content } = await bank.readFile(file.id);
    assert.equal(name, `refunds-${file.message_id}.xml`);
    assert.match(content, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<Document /);
    for (const by of ['fulfilment', 'support', 'editor', 'former', 'first'] as const)
      assert.equal((await refusalOf(bank.readFile(file.id, person(by)))).reason, 'not_allowed', by);
    assert.equal((await refusalOf(bank.readFile(file.id, anonymous))).code, '42501');
    assert.equal((await refusalOf(bank.readFile(randomUUID()))).reason, 'unknown_file');
  });
});
