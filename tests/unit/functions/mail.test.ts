import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { encode } from 'uqr';
import { parseBankAccount } from '../../../src/features/orders/model/bank-account.ts';
import { epcText } from '../../../src/features/orders/model/epc-code.ts';
import { createAddPictures } from '../../../supabase/functions/_shared/mail/line-pictures.ts';
import { safetyMails } from '../../../supabase/functions/_shared/mail/kinds/safety-mails.ts';
import { mailKinds, renderMail } from '../../../supabase/functions/_shared/mail/mail-kinds.ts';
import { createMailTransport } from '../../../supabase/functions/_shared/mail/mail-transport.ts';
import { mailedOrder as order, shop } from '../../support/data/mailed-order.ts';
import {
  sendWaitingMails,
  type WaitingMail,
} from '../../../supabase/functions/_shared/mail/sending.ts';

describe('a mail', () => {
  test('about a closing says what goes back, or that less is to be paid', () => {
    const back = renderMail('kit_dropped', { ...order, refund_minor: 3400 }, shop).text;
    assert.match(back, /refunding €34\.00 to the card or account/);
    const due = { ...order, refund_minor: 0, due_minor: 1000 };
    assert.match(renderMail('price_settled', due, shop).text, /Please pay €10\.00/);
    assert.doesNotMatch(renderMail('price_settled', due, shop).text, /refunding/);
  });

  test('about a new status calls it what the order’s page does', () => {
    const packed = renderMail('stage_changed', { ...order, status: 'ready_to_ship' }, shop);
    assert.match(packed.subject, /: packed$/);
    assert.match(packed.text, /Status: packed\./);
  });

  test('about an order without VAT says what was taken off', () => {
    const { text } = renderMail(
      'order_placed',
      { ...order, tax_minor: -4774, tax_included_minor: 0 },
      shop,
    );
    assert.match(text, /VAT taken off:? +−€47\.74/);
    assert.doesNotMatch(text, /Including VAT/);
  });

  test('about an order sent together says until when it waits, and of no other', () => {
    const waits_for = { title: 'Cinderwick TKL', ships_on: '2027-07-01', eta_precision: 'quarter' };
    const words = /everything in one parcel once the last part is ready, planned for Q3 2027\./;
    for (const kind of ['order_placed', 'payment_received']) {
      const together = { ...order, keep_until: null, ships_together: true, waits_for };
      assert.match(renderMail(kind, together, shop).text.replace(/\s+/g, ' '), words);
      const ready = renderMail(kind, { ...together, waits_for: null }, shop).text;
      assert.match(ready.replace(/\s+/g, ' '), /once the last part is ready\./);
      assert.doesNotMatch(renderMail(kind, order, shop).text, /in one parcel/);
    }
    const guest = { ...order, keep_until: '2026-12-10T12:00:00Z', ships_together: true, waits_for };
    const { subject, text } = renderMail('order_placed', guest, shop);
    assert.match(subject, /please confirm your e-mail/);
    assert.match(text.replace(/\s+/g, ' '), words);
  });

  test('about an order tells the flaws of B-stock as they were told', () => {
    const lines = [{ ...order.lines[0], flaws: 'Two small marks' }];
    const { html, text } = renderMail('order_placed', { ...order, lines }, shop);
    for (const part of [html, text]) assert.match(part, /Flaws: Two small marks/);
    assert.doesNotMatch(renderMail('order_placed', order, shop).text, /Flaws/);
  });

  test('about a withdrawal asks for what has shipped, and for nothing else', () => {
    const asked = { ...order, return_kind: 'withdrawal', amount_minor: 3400, pieces: order.lines };
    const here = renderMail('return_asked', { ...asked, awaits_items: false }, shop).text;
    assert.match(here, /don’t need to send anything back/);
    assert.doesNotMatch(here, /how to send the items back/);
    const away = renderMail('return_asked', { ...asked, awaits_items: true }, shop).text;
    assert.match(away, /how to send the items back/);
  });

  for (const kind of Object.keys(mailKinds)) {
    test(`of kind ${kind} says the same as HTML and as text, and nothing undefined`, () => {
      const { subject, html, text } = renderMail(kind, order, shop);
      assert.notEqual(subject, '');
      for (const part of [subject, html, text]) {
        assert.doesNotMatch(part, /undefined|null|NaN|\[object/);
      }
      assert.match(html, /color-scheme/);
      assert.doesNotMatch(html, /<b>Byte/, 'a name is text, never markup');
      assert.match(text, /https:\/\/shop\.test/);
    });

    test(`of kind ${kind} can be written from an empty payload`, () => {
      assert.doesNotThrow(() => renderMail(kind, {}, shop));
    });
  }

  test('about the safety of an account says what changed, when, and what to do if it was not you', () => {
    const at = '2026-12-05T14:03:00Z';
    const told: Readonly<Record<string, [payload: object, what: RegExp]>> = {
      password_changed: [{}, /Your account has a new password/],
      email_changed: [{ new_email: 'o…@else.test' }, /New address: o…@else\.test/],
      phone_changed: [{ ending: '78' }, /Number ends in: 78/],
      second_factor_added: [{ type: 'totp' }, /asks for your authenticator app/],
      second_factor_removed: [{ type: 'totp' }, /Your password alone now opens your account/],
      recovery_codes_made: [{ had_some: true }, /no longer work/],
      identity_linked: [{ provider: 'github' }, /can now sign in to your account with GitHub/],
      identity_unlinked: [
        { provider: 'email' },
        /no longer sign in to your account with e-mail address and password/,
      ],
      sessions_ended: [{ count: 3 }, /signed out 3 devices/],
      account_deletion_undone: [{}, /Nothing was deleted/],
    };
    assert.deepEqual(Object.keys(told).toSorted(), Object.keys(safetyMails).toSorted());
    for (const [kind, [payload, what]] of Object.entries(told)) {
      const { html, text } = renderMail(kind, { ...payload, at }, shop);
      assert.match(text, what, kind);
      for (const part of [text, html]) {
        assert.match(part, /5 Dec 2026, 14:03 UTC/, kind);
        assert.match(part, /If this was not you, (choose|reply|make)/, kind);
        assert.match(part, /https:\/\/shop\.test\/user\/details/, kind);
      }
    }
  });

  test('tells the removal of one app from that of the last, and a code from a press', () => {
    const text = (payload: object) =>
      renderMail('second_factor_removed', { type: 'totp', ...payload }, shop).text;
    assert.match(text({ by: 'recovery_code' }), /A recovery code was used/);
    assert.doesNotMatch(text({ has_another: true }), /recovery code|password alone/);
  });

  test('about an order lists its lines, its sums and how to pay', () => {
    const { html, text } = renderMail('order_placed', order, shop);
    assert.match(text, /Meridian 65 · 2 × Kit Fog · €300\.00/);
    assert.match(text, /Discount: −€10\.00/);
    assert.match(text, /Total: €299\.00/);
    assert.match(html, /src="https:\/\/shop\.test\/pictures\/meridian\.png"/);
    assert.match(html, /orders\?order=KW-10001#token=secret-of-the-first-mail/);
  });

  test('never breaks the number of an order, which stays plain text to find and to copy', () => {
    const { html, text, subject } = renderMail('order_placed', order, shop);
    const told = html.replace(/^[^]*<h1>/, '').replaceAll(/\?order=KW-10001/g, '');
    const numbers = told.match(/KW-10001/g) ?? [];
    assert.ok(numbers.length > 0);
    const held = told.match(/<span style="white-space:nowrap">KW-10001<\/span>/g) ?? [];
    assert.equal(held.length, numbers.length);
    assert.ok(text.includes('KW-10001') && subject.includes('KW-10001'));
  });

  test('that asks for a transfer says all that a bank asks for, and no other does', () => {
    const account = {
      holder: 'Keywright',
      iban: 'NL03KEYW0123456789',
      bic: 'KEYWNL2X',
      bank: 'Demo',
    };
    const asked = { ...order, status: 'awaiting_payment', due_minor: 12_345, account };
    for (const kind of ['order_placed', 'payment_due', 'order_changed']) {
      const { text, html } = renderMail(kind, asked, shop);
      for (const fact of [
        'Account holder: Keywright',
        'IBAN: NL03 KEYW 0123 4567 89',
        'BIC: KEYWNL2X',
        'Bank: Demo',
        'Reference: KW-10001',
        'Amount: €123.45',
        'Pay by: 1 Dec 2026, 12:00 UTC',
      ])
        assert.ok(text.includes(fact), `${kind}: ${fact}`);
      assert.ok(html.includes('NL03 KEYW 0123 4567 89'), kind);
      const broken = { ...asked, account: { ...account, iban: 'NL03KEYW0123456798' } };
      assert.doesNotMatch(renderMail(kind, broken, shop).text, /IBAN/);
      assert.match(renderMail(kind, broken, shop).text, /bank details are on the order page/);
      const paidElsewhere = { ...order, due_minor: 12_345, payment: 'stripe' };
      assert.doesNotMatch(renderMail(kind, paidElsewhere, shop).text, /bank/i);
    }
  });

  test('about a refund says where it went: to the card, to an account by its end, or in parts', () => {
    const told = (more: object) =>
      renderMail('order_refunded', { ...order, amount_minor: 5000, ...more }, shop).text;
    assert.match(told({}), /to the card or account you paid with/);
    assert.match(
      told({ transfer_minor: 5000, account_end: '1234' }),
      /We sent it by bank transfer to your account ending 1234\./,
    );
    assert.match(told({ transfer_minor: 5000, account_end: '' }), /to your bank account\./);
    assert.match(
      told({ transfer_minor: 2000, account_end: '1234' }),
      /We sent €20\.00 of it by bank transfer to your account ending 1234\. The rest goes to the card/,
    );
    const asked = renderMail('refund_account_asked', { ...order, amount_minor: 5000 }, shop);
    assert.match(asked.subject, /where should we send your refund\?/);
    assert.match(asked.text, /enter your IBAN/);
  });

  test('of no kind promises an invoice, but of a payment or a refund where there is one', () => {
    for (const kind of Object.keys(mailKinds)) {
      assert.doesNotMatch(renderMail(kind, order, shop).text, /invoice|pdf/i, kind);
      const told = renderMail(kind, { ...order, has_documents: true }, shop).text;
      const promises = kind === 'payment_received' || kind === 'order_refunded';
      assert.equal(/invoice.* on the order page, as (?:a )?PDF/i.test(told), promises, kind);
    }
  });

  test('about an order that waits for a transfer carries its code, as cells that need no picture', () => {
    const account = {
      holder: 'Keywright',
      iban: 'NL03KEYW0123456789',
      bic: 'KEYWNL2X',
      bank: 'Demo Bank',
    };
    const waiting = { ...order, status: 'awaiting_payment', due_minor: 29_900, account };
    const { html } = renderMail('order_placed', waiting, shop);
    const [table = ''] = /<table class="code"[^]*?<\/table>/.exec(html) ?? [];
    const cells = [...table.matchAll(/<tr[^>]*>([^]*?)<\/tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/<td(?: colspan="(\d+)")? bgcolor="#(\w+)">/g)].flatMap(
        ([, span = '1', colour]) => Array.from({ length: Number(span) }, () => colour === '000000'),
      ),
    );
    const bank = parseBankAccount(account);
    assert.ok(bank);
    const text = epcText(bank, 29_900, 'EUR', 'KW-10001') ?? '';
    assert.deepEqual(cells, encode(text, { ecc: 'M', border: 4 }).data);
    assert.ok(html.length < 100_000, 'mail programs cut off what is longer');
    assert.doesNotMatch(
      renderMail('order_placed', { ...waiting, account: null }, shop).html,
      /class="code"/,
    );
  });

  test('that one can decline says how, behind a # and in the head that mail programs read', async () => {
    const follow = {
      follow_secret: 'abc',
      product_title: 'Saltmarsh',
      url: 'sample',
      title: 'A sample',
    };
    const { html, text, endingUrl } = renderMail('product_update', follow, shop);
    assert.equal(endingUrl, 'https://shop.test/updates#unfollow=abc');
    for (const part of [html, text]) assert.match(part, /#unfollow=abc/);
    assert.match(renderMail('follow_asked', follow, shop).html, /updates#follow=abc"/);
    assert.equal(renderMail('order_placed', order, shop).endingUrl, null);
  });

  test('about everything new names each with its picture and page, and ends with one press', () => {
    const drop = {
      news: 'group_buy',
      kind: 'keyboard',
      url: 'merlow',
      title: 'Merlow R2',
      product_title: 'Merlow',
      closes_at: '2026-12-03T18:00:00Z',
      picture: 'https://shop.test/merlow.jpg',
    };
    const about = { about: 'drops', follow_secret: 'abc' };
    const one = renderMail('new_drops', { ...about, count: 1, lines: [drop] }, shop);
    assert.equal(one.subject, 'New at Keywright: Merlow R2');
    assert.equal(one.endingUrl, 'https://shop.test/follow#unfollow=abc');
    for (const part of [one.html, one.text]) {
      assert.match(part, /https:\/\/shop\.test\/keyboards\/merlow/);
      assert.match(part, /Group buy open\. Until 3 Dec 2026, 18:00 UTC\./);
      assert.match(part, /#unfollow=abc/);
    }
    assert.match(one.html, /<img src="https:\/\/shop\.test\/merlow\.jpg"/);
    const sly = {
      ...drop,
      news: 'product',
      title: '',
      product_title: '<b>Koi</b>',
      url: '"><script>',
    };
    const many = renderMail('new_drops', { ...about, count: 30, lines: [drop, sly] }, shop);
    assert.equal(many.subject, '30 new things at Keywright');
    assert.match(many.text, /28 more are in the shop/);
    assert.doesNotMatch(many.html, /<b>Koi|<script/);
    assert.match(renderMail('follow_asked', about, shop).text, /follow#follow=abc/);
  });

  test('about one product says what opened, leads to its page and ends where the product is followed', () => {
    const fields = {
      about: 'updates',
      product_title: 'Merlow',
      product_kind: 'keyboard',
      product_url: 'merlow',
      follow_secret: 'abc',
      count: 1,
      lines: [{ news: 'raffle', kind: 'keyboard', url: 'merlow', product_title: 'Merlow' }],
    };
    const { subject, text, endingUrl } = renderMail('new_drops', fields, shop);
    assert.equal(subject, 'Merlow: Raffle open');
    assert.match(text, /https:\/\/shop\.test\/keyboards\/merlow/);
    assert.equal(endingUrl, 'https://shop.test/updates#unfollow=abc');
    assert.match(text, /because you follow Merlow/);
  });

  test('has one line as its subject, whatever a field holds', () => {
    const { subject } = renderMail(
      'order_placed',
      { ...order, number: 'KW-1\r\nBcc: x@y.z' },
      shop,
    );
    assert.doesNotMatch(subject, /[\r\n]/);
  });

  test('of a kind that nobody wrote is an error with its name', () => {
    assert.throws(() => renderMail('riddle', order, shop), /riddle/);
    assert.throws(() => renderMail('constructor', order, shop), /constructor/);
  });
});

const image = (src: string, optionValueId: string | null) => ({
  src,
  alt: '',
  optionValueId,
  variantId: null,
});
const page = {
  data: {
    product: {
      id: 'p',
      title: 'Meridian 65',
      variants: [{ id: 'kit', title: 'Kit', availability: 'in_stock', shipsOn: null }],
      options: [{ id: 'case', title: 'Case', values: [{ id: 'fog', title: 'Fog' }] }],
      images: [image('/pictures/raw.webp', 'raw'), image('/pictures/fog.webp', 'fog')],
      batches: [],
    },
  },
};

describe('the lines of a mail', () => {
  const chosen = { kind: 'keyboard', url: 'meridian-65', variant_id: 'kit' };
  const options = [{ option_id: 'case', value_id: 'fog' }];
  const asked: string[] = [];
  const add = createAddPictures({
    shopUrl: shop,
    apiUrl: 'https://api.test',
    read: (url) => {
      asked.push(url);
      return url.includes('meridian') ? Promise.resolve(page) : Promise.reject(new Error('gone'));
    },
  });

  test('show the goods in their colours, a design as it was ordered, and nothing that is gone', async () => {
    const lines = [
      { ...chosen, id: 'a', options },
      { ...chosen, id: 'b', options, has_design: true },
      { ...chosen, id: 'c', url: 'gone' },
    ];
    const shown = await add({ number: 'KW-1', lines });
    assert.deepEqual(
      (shown['lines'] as readonly { readonly picture: unknown }[]).map(({ picture }) => picture),
      [
        'https://shop.test/pictures/fog.webp',
        'https://api.test/functions/v1/share-image?line=b',
        null,
      ],
    );
    assert.deepEqual(asked[0], 'https://shop.test/keyboards/meridian-65/_payload.json');
    assert.equal(shown['number'], 'KW-1');
  });
});

function outbox(mails: readonly WaitingMail[]) {
  const waiting = [...mails];
  const sent: string[] = [];
  const failed: string[] = [];
  const reported: string[] = [];
  return {
    sent,
    failed,
    reported,
    deps: {
      shopUrl: shop,
      addPictures: (payload: Readonly<Record<string, unknown>>) => Promise.resolve(payload),
      report: async (problem: unknown) => void reported.push(String(problem)),
      claim: (most: number) => Promise.resolve(waiting.splice(0, most)),
      noteSent: (id: string) => Promise.resolve(void sent.push(id)),
      noteFailed: (id: string, error: string) =>
        Promise.resolve(void failed.push(`${id} ${error}`)),
    },
  };
}

const mailOf = (id: string, kind = 'order_placed', language = 'en'): WaitingMail => ({
  id,
  kind,
  language,
  recipient: 'a@b.test',
  payload: order,
});

describe('sending', () => {
  test('goes on after a mail that fails, and says of each what became of it', async () => {
    const box = outbox([mailOf('1'), mailOf('2', 'riddle'), mailOf('3')]);
    const report = await sendWaitingMails({ ...box.deps, deliver: () => Promise.resolve() });
    assert.deepEqual(report, { sent: 2, failed: 1 });
    assert.deepEqual(box.sent, ['1', '3']);
    assert.match(box.failed.join(), /^2 .*riddle/);
  });

  test('writes each mail in the language of its reader, and in English what nobody wrote there', async () => {
    const box = outbox([mailOf('1', 'order_placed', 'de'), mailOf('2', 'order_placed', 'fr')]);
    const subjects: string[] = [];
    const deliver = ({ subject }: { readonly subject: string }) =>
      Promise.resolve(void subjects.push(subject));
    assert.deepEqual(await sendWaitingMails({ ...box.deps, deliver }), { sent: 2, failed: 0 });
    assert.match(subjects[0] ?? '', /^Bestellung KW-10001: Bitte zahlen Sie 299,00/);
    assert.match(subjects[1] ?? '', /^Order KW-10001: please pay €299\.00/);
    assert.deepEqual(box.reported, ['Error: No one wrote mails in fr']);
  });

  test('empties an outbox that holds more than one turn', async () => {
    const box = outbox(Array.from({ length: 45 }, (_, index) => mailOf(String(index))));
    const report = await sendWaitingMails({ ...box.deps, deliver: () => Promise.resolve() });
    assert.equal(report.sent, 45);
  });

  test('gives no mail twice to a provider that takes seven seconds for each', async (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    const leases = new Map(Array.from({ length: 20 }, (_, index) => [String(index), 0]));
    const delivered: string[] = [];
    const base = outbox([]).deps;
    const deps = {
      ...base,
      claim: async (most: number) => {
        const due = [...leases].filter(([, until]) => until <= Date.now()).slice(0, most);
        for (const [id] of due) leases.set(id, Date.now() + 120_000);
        return due.map(([id]) => mailOf(id));
      },
      noteSent: async (id: string) => void leases.delete(id),
    };
    const other = async ({ id }: { readonly id: string }) => void delivered.push(id);
    const slow = async (mail: { readonly id: string }) => {
      t.mock.timers.tick(7000);
      // Another turn of the scheduler finds what nobody holds.
      if (leases.size < 5) await sendWaitingMails({ ...deps, deliver: other });
      await other(mail);
    };
    while (leases.size > 0) await sendWaitingMails({ ...deps, deliver: slow });
    assert.equal(delivered.length, 20, delivered.join());
    assert.equal(new Set(delivered).size, 20);
  });

  test('claims nothing where nobody would deliver', async () => {
    const box = outbox([mailOf('1')]);
    assert.equal(createMailTransport({}), null);
    assert.deepEqual(await sendWaitingMails({ ...box.deps, deliver: null }), {
      sent: 0,
      failed: 0,
    });
    assert.deepEqual(await box.deps.claim(5), [mailOf('1')]);
  });

  test('hands a mail to the provider with its id, and takes a refusal as a failure', async () => {
    const seen: unknown[] = [];
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      const body: unknown = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
      seen.push([request.headers.authorization, request.headers['idempotency-key'], body]);
      response.statusCode = seen.length === 1 ? 200 : 422;
      response.end('{}');
    };
    const server = createServer((request, response) => void take(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const deliver = createMailTransport({
      MAIL_API_URL: `http://127.0.0.1:${port}/emails`,
      MAIL_API_KEY: 'key',
      MAIL_FROM: 'Shop <shop@shop.test>',
    });
    assert(deliver);
    const mail = {
      id: 'm1',
      to: 'a@b.test',
      subject: 's',
      html: '<p>',
      text: 't',
      endingUrl: 'https://e.test',
    };
    await deliver(mail);
    await assert.rejects(deliver(mail), /422/);
    server.close();
    assert.deepEqual(seen[0], [
      'Bearer key',
      'm1',
      {
        from: 'Shop <shop@shop.test>',
        to: ['a@b.test'],
        subject: 's',
        html: '<p>',
        text: 't',
        headers: { 'List-Unsubscribe': '<https://e.test>' },
      },
    ]);
  });
});
