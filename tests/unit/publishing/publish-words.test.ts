import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedThing } from '../../../src/features/publishing/desk/publish-words.ts';
import { languageOfSetting, languageSetting } from '../../../src/languages/language-setting.ts';

test('what waits to be published is named as people call it', () => {
  assert.deepEqual(changedThing('settings', 'language_de'), { kind: 'Pages in', name: 'German' });
  assert.deepEqual(changedThing('settings', 'returns_days'), {
    kind: 'Shop setting',
    name: 'returns_days',
  });
  // A product may be called as a setting is.
  assert.deepEqual(changedThing('products', 'language_de'), {
    kind: 'Product',
    name: 'language_de',
  });
  assert.deepEqual(changedThing('product_facts', 'Mounting'), {
    kind: 'Product facts',
    name: 'Mounting',
  });
});

test('the setting of a language names its language, and no other does', () => {
  assert.equal(languageOfSetting(languageSetting('de')), 'de');
  assert.equal(languageOfSetting('language_list'), null);
  assert.equal(languageOfSetting('returns_days'), null);
});
