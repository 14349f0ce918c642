import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assert as checkAll, constantFrom, property, string } from 'fast-check';
import { parseContact } from '../../../src/shared/contact-address.ts';
import {
  passwordStrength,
  weaknessWords,
} from '../../../src/features/account/model/password-strength.ts';
import { safeReturnPath } from '../../../src/shared/return-path.ts';
import payloads from '../../cases/open-redirects.json' with { type: 'json' };

describe('where a person is led after signing in', () => {
  test('paths of this site are kept as they are', () => {
    for (const path of ['/', '/cart', '/orders?order=KW-1', '/products/x?a=%2F%2F#top']) {
      assert.equal(safeReturnPath(path), path);
    }
  });

  test('none of the open redirects leaves the site', () => {
    assert(payloads.length >= 40);
    for (const payload of payloads) {
      const path = safeReturnPath(payload);
      if (path === null) continue;
      assert.equal(new URL(path, 'https://shop.example').origin, 'https://shop.example', payload);
    }
  });

  test('whatever is typed, a browser stays on the site', () => {
    const nasty = string({
      unit: constantFrom('/', '\\', '.', ':', '@', '\t', '\n', '%', '2', 'f', 'e', '?', '#'),
    });
    checkAll(
      property(nasty, (text) => {
        const path = safeReturnPath(`/${text}`);
        return (
          path === null || new URL(path, 'https://shop.example').origin === 'https://shop.example'
        );
      }),
      { numRuns: 5000 },
    );
  });
});

describe('an address that may be a mail or a phone', () => {
  test('each is told from the other and kept as the backend keeps it', () => {
    const value = (typed: string) => {
      const contact = parseContact(typed);
      return contact.ok ? `${contact.value.kind} ${contact.value.value}` : null;
    };
    assert.equal(value(' Ada@Example.ORG '), 'email ada@example.org');
    assert.equal(value('+31 (0)20 123-45.67'), 'phone +31201234567');
    assert.equal(value('0044 20 7946 0958'), 'phone +442079460958');
    for (const wrong of [
      '',
      'ada',
      'ada@',
      '@b.c',
      'a b@c.de',
      'a@b',
      '0201234567',
      '+0123456789',
    ]) {
      assert.equal(value(wrong), null, wrong);
    }
  });
});

describe('how strong a password looks', () => {
  test('short is refused, repeated is weak, long is strong', () => {
    const score = (password: string) => passwordStrength(password).score;
    assert.equal(score(''), 0);
    assert.equal(score('nine-char'), 0);
    assert.equal(score('aaaaaaaaaaaaaaaa'), 1);
    assert.equal(score('1234567890'), 1);
    assert.ok(score('four-unrelated-words') >= 3);
    assert.equal(passwordStrength('123456789').words, '1 more character.');
  });

  test('each reason of the backend becomes a sentence, unknown ones too', () => {
    assert.equal(weaknessWords(['length', 'pwned', 'new-reason']).length, 3);
    assert.match(weaknessWords(['new-reason']).join(''), /new-reason/);
  });
});
