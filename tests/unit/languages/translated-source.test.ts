import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translatedSource } from '../../../src/build/languages/translated-source.ts';

const german = { code: 'de', locale: 'de-DE', hasCapitalNouns: true };

function translated(file: string, source: string, messages: Readonly<Record<string, string>>) {
  return translatedSource(file, source, {
    ...german,
    wordsFor: (text, readsLikeWords) =>
      readsLikeWords || text.startsWith('{') ? messages[text] : undefined,
  });
}

const cases: readonly {
  readonly what: string;
  readonly file?: string;
  readonly source: string;
  readonly messages: Readonly<Record<string, string>>;
  readonly gives: string;
}[] = [
  {
    what: 'the text of an element',
    source: '<p>Your cart is empty.</p>',
    messages: { 'Your cart is empty.': 'Ihr Warenkorb ist leer.' },
    gives: '<p>Ihr Warenkorb ist leer.</p>',
  },
  {
    what: 'a sentence around elements and values, which may stand in another order',
    source: '<p>\n  Read the <a href={to}>terms</a> of {product.title} first.\n</p>',
    messages: {
      'Read the <a>terms</a> of {title} first.': '{title}: Bitte zuerst die <a>AGB</a> lesen.',
    },
    gives: '<p>{product.title}: Bitte zuerst die <a href={to}>AGB</a> lesen.</p>',
  },
  {
    what: 'words that depend on a number, in a text with elements',
    source: '<p><b>{count}</b> {count === 1 ? "key" : "keys"} left</p>',
    messages: { '<b>{count}</b> {key|keys} left': '' },
    gives: '<p><b>{count}</b> {count === 1 ? "key" : "keys"} left</p>',
  },
  {
    what: 'a template whose number decides in another way',
    file: 'a.ts',
    source: 'say(`${count} more to come`)',
    messages: { '{count} more to come': '{count, plural, one {noch eine} other {noch #}}' },
    gives: 'say(`${(count) === 1 ? `noch eine` : `noch ${count}`}`)',
  },
  {
    what: 'a choice by a word',
    file: 'a.ts',
    source: 'say(`Open the ${kind} now`)',
    messages: {
      'Open the {kind} now': '{kind, select, cart {Den Warenkorb} other {Das}} jetzt öffnen',
    },
    gives: 'say(`${(kind) === "cart" ? `Den Warenkorb` : `Das`} jetzt öffnen`)',
  },
  {
    what: 'a noun that English lowers within a sentence',
    file: 'a.ts',
    source: 'say(`Compare with other ${title.toLowerCase()}`)',
    messages: { 'Compare with other {toLowerCase}': '{toLowerCase} vergleichen' },
    gives: 'say(`${title} vergleichen`)',
  },
  {
    what: 'attributes that are read out, and none that code reads',
    source: '<input class="Your name" placeholder="Your name" aria-label="Your name" />',
    messages: { 'Your name': 'Ihr "Name"' },
    gives:
      '<input class="Your name" placeholder="Ihr &quot;Name&quot;" aria-label="Ihr &quot;Name&quot;" />',
  },
  {
    what: 'strings that read like words, and none that code reads',
    file: 'a.ts',
    source:
      "const a = { title: 'Sold out' }; if (root.querySelector('Sold out')) throw new Error('Sold out');",
    messages: { 'Sold out': 'Ausverkauft' },
    gives:
      "const a = { title: \"Ausverkauft\" }; if (root.querySelector('Sold out')) throw new Error('Sold out');",
  },
  {
    what: 'single words where they become text, and not where they are codes',
    source: "<p title={kind}>{isOpen ? 'open' : kind === 'open'}</p>",
    messages: { open: 'offen' },
    gives: '<p title={kind}>{isOpen ? "offen" : kind === \'open\'}</p>',
  },
  {
    what: 'the locale of numbers and dates',
    file: 'a.ts',
    source: "n.toLocaleString('en-GB')",
    messages: {},
    gives: 'n.toLocaleString("de-DE")',
  },
  {
    what: 'numbers in a text with the decimal sign of the language',
    file: 'a.ts',
    source: 'say(`${size.toFixed(1)} of ${all / 10} found`); style.width = `${size.toFixed(1)}%`',
    messages: { '{toFixed} of {value} found': '{toFixed} von {value} gefunden' },
    gives:
      'say(`${size.toFixed(1).replace(".", ",")} von ${(all / 10).toLocaleString("de-DE")} gefunden`); style.width = `${size.toFixed(1)}%`',
  },
  {
    what: 'what a fault says, which people read, and no other error',
    file: 'a.ts',
    source:
      "if (a) throw new CodeFault('Too long for us'); throw new RangeError('Too long for us');",
    messages: { 'Too long for us': 'Zu lang' },
    gives: 'if (a) throw new CodeFault("Zu lang"); throw new RangeError(\'Too long for us\');',
  },
  {
    what: 'codes that stand alone, where a file gives them words',
    source: '<option value={kind}>{kind}</option>',
    messages: { '{kind}': '{kind, select, to pay {offen} other {{kind}}}' },
    gives: '<option value={kind}>{(kind) === "to pay" ? `offen` : <>{kind}</>}</option>',
  },
  {
    what: 'the page of an Astro file with its code, and no style',
    file: 'a.astro',
    source:
      "---\nconst title = 'Your orders';\n---\n<h1>{title}</h1>\n<p>\n  None\n  yet.\n</p>\n<style>.a { content: 'None yet.' }</style>",
    messages: { 'Your orders': 'Ihre Bestellungen', 'None yet.': 'Noch keine.' },
    gives:
      '---\nconst title = "Ihre Bestellungen";\n---\n<h1>{title}</h1>\n<p> Noch keine. </p>\n<style>.a { content: \'None yet.\' }</style>',
  },
];

for (const { what, file = 'a.tsx', source, messages, gives } of cases) {
  test(`a source is translated: ${what}`, () => {
    const known = Object.fromEntries(Object.entries(messages).filter(([, words]) => words !== ''));
    assert.equal(translated(file, source, known), gives);
  });
}

test('a translation that names what its text does not have is refused', () => {
  assert.throws(
    () => translated('a.ts', 'say(`${count} more`)', { '{count} more': 'noch {amount}' }),
    /“\{count\} more” has no \{amount\}/,
  );
});
