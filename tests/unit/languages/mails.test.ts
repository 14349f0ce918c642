import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { languageFile, languageText, sources } from '../../../scripts/function-languages.ts';
import { readMessages } from '../../../src/build/languages/catalogue.ts';
import { furtherLanguages } from '../../../src/languages/languages.ts';
import { mailKinds } from '../../../supabase/functions/_shared/mail/mail-kinds.ts';
import { renderInLanguage } from '../../../supabase/functions/_shared/mail/mail-languages.ts';
import { mailedOrder, shop } from '../../support/data/mailed-order.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const forStaff = new Set(['shop_alerts', 'staff_invited']);
const kinds = Object.keys(mailKinds).filter((kind) => !forStaff.has(kind));

/** What lets each branch of a mail speak. */
const payloads: readonly Readonly<Record<string, unknown>>[] = [
  {},
  mailedOrder,
  {
    ...mailedOrder,
    payment: 'stripe',
    keep_until: '2026-12-03T12:00:00Z',
    has_documents: true,
    is_guest: true,
    agrees_first: true,
    is_corrected: true,
    is_first: true,
    has_another: true,
    had_some: true,
    by: 'recovery_code',
    type: 'webauthn',
    provider: 'email',
    about: 'drops',
    news: 'raffle',
    kind: 'raffle',
    count: 3,
    product_title: 'Merlow',
    return_kind: 'fault',
    awaits_items: true,
    closes_at: '2026-12-03T18:00:00Z',
    expires_at: '2026-12-03T18:00:00Z',
    eta: '2027-03-01',
    eta_precision: 'month',
    pay_within_hours: 48,
    rank: 2,
    ending: '78',
    refund_minor: 100,
    due_minor: 12_345,
    amount_minor: 5000,
    transfer_minor: 2000,
    account_end: '1234',
    ships_together: true,
    waits_for: { ships_on: '2027-07-01', eta_precision: 'quarter' },
    account: { holder: 'Keywright', iban: 'NL03KEYW0123456789', bic: 'KEYWNL2X', bank: 'Demo' },
  },
  {
    settled: [
      { variant_title: 'Base', moq: 50, is_dropped: true },
      { variant_title: 'Nova', moq: 50, is_dropped: false },
    ],
  },
  {
    about: 'stock',
    kind: 'interest_check',
    refund_due_minor: 100,
    kept_minor: 100,
    captured_minor: 500,
  },
];

for (const language of furtherLanguages) {
  const { code, name, prefix } = language;
  const render = async (kind: string, payload: Readonly<Record<string, unknown>>) => {
    const { mail, problem } = await renderInLanguage({ kind, payload, language: code }, shop);
    assert.equal(problem, null, kind);
    return mail;
  };

  describe(`mails in ${name}`, () => {
    test('are what their sources and messages make of them (npm run mails)', async () => {
      for (const source of sources)
        assert.equal(
          readFileSync(languageFile(root, source, language), 'utf8'),
          await languageText(root, source, language),
        );
    });

    test('say nothing in English, whatever they are about', async () => {
      // The plain parts of all that is translated.
      const english = [...readMessages(root, code).values()]
        .flatMap((messages) => [...messages])
        .filter(([key, words]) => words !== null && words !== key)
        .flatMap(([key]) => key.replace(/^[\w.-]+\.(?:ts|tsx|astro): /, '').split(/[{<][^}>]*[}>]/))
        .map((part) => part.trim())
        .filter((part) => /^(?=.*\p{L} \p{L}).{8,}/u.test(part));
      assert.ok(english.length > 1000, `only ${english.length} parts are known`);
      for (const kind of kinds)
        for (const payload of payloads) {
          const { subject, text } = await render(kind, payload);
          const said = `${subject}\n${text}`.replaceAll(/https:\S+/g, '');
          assert.deepEqual(
            english.filter((part) => said.includes(part)),
            [],
            `${kind}: ${said}`,
          );
          assert.doesNotMatch(said, /\b(?:the|your|you|and|order|is)\b/i, kind);
          assert.doesNotMatch(said, /undefined|null|NaN|\[object/, kind);
        }
    });

    test('name their language and lead to the pages in it', async () => {
      for (const kind of kinds) {
        const { html } = await render(kind, mailedOrder);
        assert.match(html, new RegExp(`<html lang="${code}">`), kind);
        const links = [...html.matchAll(/href="(https:\/\/shop\.test[^"]*)"/g)].map(([, to]) => to);
        assert.ok(links.length > 0, kind);
        for (const to of links)
          assert.match(`${to}`, new RegExp(`^https://shop\\.test${prefix}(?:[/?#]|$)`), kind);
      }
    });
  });
}

describe('a mail in German', () => {
  const german = (kind: string, payload: Readonly<Record<string, unknown>>) =>
    renderInLanguage({ kind, payload, language: 'de' }, shop);

  test('writes money, days and moments as Germans do', async () => {
    const { mail } = await german('payment_due', mailedOrder);
    assert.match(mail.text, /Bitte zahlen Sie 299,00\s€ bis 1\. Dez\. 2026, 12:00 Uhr UTC\./);
    const deleted = await german('account_deletion', { due_at: '2026-12-05T14:03:00Z' });
    assert.match(deleted.mail.html, /Am 5\. Dez\. 2026, wenn/);
  });

  test('keeps the capitals of nouns where English lowers them', async () => {
    const { mail } = await german('stage_changed', { ...mailedOrder, status: 'in_production' });
    assert.match(mail.text, /Status: In Fertigung\./);
  });

  test('says what a closing decided in its own words', async () => {
    const settled = [{ variant_title: 'Base', moq: 50, is_dropped: true }];
    const told = {
      ...mailedOrder,
      reason: 'Base did not reach …',
      words: 'Base did not …',
      settled,
    };
    const words = /Base hat die Mindestmenge von 50 nicht erreicht und wird nicht gefertigt\./;
    for (const kind of ['kit_dropped', 'order_cancelled', 'order_changed']) {
      const { mail } = await german(kind, told);
      assert.match(mail.text, words, kind);
      assert.doesNotMatch(mail.text, /did not/, kind);
    }
  });

  test('calls a passkey, an app and a number by their own articles', async () => {
    const subject = async (type: string) =>
      (await german('second_factor_added', { type })).mail.subject;
    assert.equal(await subject('webauthn'), 'Ein neuer Passkey schützt Ihr Konto');
    assert.equal(await subject('totp'), 'Eine neue Authenticator-App schützt Ihr Konto');
    assert.equal(await subject('phone'), 'Eine neue Telefonnummer für Codes schützt Ihr Konto');
  });
});

describe('a mail whose language is broken', () => {
  test('leaves in English and says why', async () => {
    const asked = { kind: 'order_placed', payload: mailedOrder, language: 'de' };
    const broken = { de: () => Promise.reject(new Error('half a file')) };
    const { mail, problem } = await renderInLanguage(asked, shop, broken);
    assert.match(mail.subject, /^Order KW-10001/);
    assert.match(String(problem), /half a file/);
  });

  test('is none where it is English, and a kind that nobody wrote stays an error', async () => {
    const asked = { kind: 'order_placed', payload: mailedOrder, language: 'en' };
    assert.equal((await renderInLanguage(asked, shop)).problem, null);
    await assert.rejects(
      renderInLanguage({ ...asked, kind: 'riddle', language: 'de' }, shop),
      /riddle/,
    );
  });
});
