import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inlineHashes } from '../../../src/build/published-files/content-security-policy.ts';
import { createPageFinisher } from '../../../src/build/published-files/page-finisher.ts';
import { withoutQuotedMarkup } from '../../../src/build/published-files/quoted-markup.ts';
import { hostileTexts } from '../../support/data/hostile-texts.ts';

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

describe('what people typed into attributes', () => {
  test('is no tag of the page, and the page’s own tags, styles and comments stay', () => {
    const page =
      '<!doctype html><title>a < b</title><style>a > b {}</style><!-- <b title="<i>"> -->' +
      '<p data-a="1" title="x <b> y" hidden>5 > 4</p><script>if (a < b) c("<p>")</script>';
    assert.equal(withoutQuotedMarkup(page), page.replace('x <b> y', 'x &lt;b&gt; y'));
  });

  test('is neither moved with the styles nor let into the policy', () => {
    const { finish } = createPageFinisher('', [], { prefix: '', origin: '' });
    const own = '<style>a{}</style>';
    const pageWith = (words: string) =>
      `<html><head>${own}</head><body><p data-words="${quoted(words)}">x</p></body></html>`;
    const plain = finish(pageWith('plain'));
    for (const text of [...hostileTexts, hostileTexts.join(' ')]) {
      const page = finish(pageWith(text));
      assert.deepEqual(inlineHashes(page), inlineHashes(plain), text);
      const words = quoted(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      assert.equal(
        page,
        plain.replace('plain', () => words),
        text,
      );
    }
  });
});
