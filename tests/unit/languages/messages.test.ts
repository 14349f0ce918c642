import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readMessages, roomOf } from '../../../src/build/languages/catalogue.ts';
import { namesIn, parsePattern } from '../../../src/build/languages/pattern.ts';
import { shopFiles } from '../../support/languages/shop-files.ts';
import { translatedSource } from '../../../src/build/languages/translated-source.ts';
import { furtherLanguages } from '../../../src/languages/languages.ts';

const root = path.resolve(import.meta.dirname, '../../..');

interface Found {
  readonly room: string;
  readonly file: string;
  readonly text: string;
  readonly readsLikeWords: boolean;
}

/** Every text of the shop, with what else stands in its files. */
function findTexts(): readonly Found[] {
  return shopFiles(root).flatMap((file) => {
    const texts: Found[] = [];
    const [room, name] = [roomOf(file), path.posix.basename(file)];
    const source = readFileSync(path.join(root, file), 'utf8');
    const same = translatedSource(file, source, {
      code: 'en',
      locale: 'en-GB',
      hasCapitalNouns: false,
      wordsFor: (text, readsLikeWords) => {
        texts.push({ room, file: name, text, readsLikeWords });
        return readsLikeWords ? text : undefined;
      },
    });
    assert.equal(typeof same, 'string');
    return texts;
  });
}

const texts = findTexts();
const withoutFile = (key: string) => key.replace(/^[\w.-]+\.(?:ts|tsx|astro): /, '');

for (const { code, name } of furtherLanguages) {
  const rooms = readMessages(root, code);

  test(`${name}: every text of the shop is translated, or said to be none`, () => {
    const missing = texts.filter(({ room, file, text, readsLikeWords }) => {
      const messages = rooms.get(room);
      return readsLikeWords && !messages?.has(text) && !messages?.has(`${file}: ${text}`);
    });
    assert.deepEqual(
      missing.map(({ room, file, text }) => `${room}/${file}: ${text}`),
      [],
    );
  });

  test(`${name}: no message is left over from a text that is gone`, () => {
    const keys = new Set(
      texts.flatMap(({ room, file, text }) => [`${room} ${text}`, `${room} ${file}: ${text}`]),
    );
    const left = [...rooms].flatMap(([room, messages]) =>
      [...messages.keys()].map((key) => `${room} ${key}`).filter((key) => !keys.has(key)),
    );
    assert.deepEqual(left, []);
  });

  test(`${name}: each translation puts in what its text puts in, with its spaces`, () => {
    const spaces = (text: string) => [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]];
    for (const [key, words] of [...rooms.values()].flatMap((messages) => [...messages])) {
      if (words === null) continue;
      const text = withoutFile(key);
      assert.deepEqual(
        [...namesIn(parsePattern(words))].toSorted(),
        [...namesIn(parsePattern(text))].toSorted(),
        key,
      );
      assert.deepEqual(spaces(words), spaces(text), key);
    }
  });
}
