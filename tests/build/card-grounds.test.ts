/** The picture of a sculpt melts into the ground of its card: any other colour shows as bands beside it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { roughColour } from '#domain/rough-colour.ts';
import { findSite, type BuiltSite } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
before(async () => {
  site = await findSite();
});
after(() => site.stop());

interface Card {
  readonly kind: string;
  readonly path: string;
  readonly image: { readonly placeholderColour: string } | null;
}

test('cards of sculpts have the very colour of their picture, others a short one', async () => {
  const read = (file: string) => readFile(path.join(site.siteFolder, file), 'utf8');
  const { data } = JSON.parse(await read('_payload.json')) as { data: { cards: readonly Card[] } };
  const items = (await read('index.html')).split('<li ').slice(1);
  const groundOf = (card: Card) =>
    /data-placeholder="([^"]*)"/.exec(
      items.find((each) => each.includes(`"${card.path}"`)) ?? '',
    )?.[1];
  const pictured = data.cards.filter(({ image }) => image !== null);
  assert.ok(pictured.some(({ kind }) => kind === 'artisan'));
  for (const card of pictured) {
    const own = card.image?.placeholderColour ?? '';
    assert.equal(groundOf(card), card.kind === 'artisan' ? own : roughColour(own), card.path);
  }
  assert.equal(roughColour('#e7dfd6'), '#edd');
});
