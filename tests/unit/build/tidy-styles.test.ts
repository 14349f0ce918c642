import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createStyleTidier } from '../../../src/build/published-files/tidy-styles.ts';

const island = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
const page = (css: string, body = '') =>
  `<head><style>${css}</style></head><body><div>${body}</div></body>`;

describe('the styles of written pages', () => {
  test('that are the same sheets in another order become the same bytes', () => {
    const tidy = createStyleTidier();
    const first = tidy(page('a{}\nb{}\n'));
    assert.equal(tidy(page('b{}\na{}\n')), first);
    assert.notEqual(tidy(page('b{}\nc{}\n')), first);
  });

  test('of islands stand in the head, where they may', () => {
    const tidied = createStyleTidier()(page('a{}', island));
    assert.equal(tidied, `<head><style>a{}</style>${island}</head><body><div></div></body>`);
    assert.equal(createStyleTidier()(tidied), tidied, 'once is enough');
  });
});
