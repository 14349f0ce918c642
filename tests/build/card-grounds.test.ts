/** The ground of a card is what stands there until its picture does: a short colour is near enough. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { roughColour } from '#shared/rough-colour.ts';
import { findSite, type BuiltSite } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
before(async () => {
  site = await findSite();
});
after(() => site.stop());

interface Card {
  readonly path: string;
  readonly image: { readonly placeholderColour: string } | null;
}

test('cards have a short form of the colour of their picture', async () => {
  const read = (file: string) => readFile(path.join(site.siteFolder, file), 'utf8');
  const { data } = JSON.parse(await read('_payload.json')) as { data: { cards: readonly Card[] } };
  const items = (await read('index.html')).split('<li ').slice(1);
  const groundOf = (card: Card) =>
    /data-placeholder="([^"]*)"/.exec(
      items.find((each) => each.includes(`"${card.path}"`)) ?? '',
    )?.[1];
  const pictured = data.cards.filter(({ image }) => image !== null);
  assert.ok(pictured.length > 0);
  for (const card of pictured) {
    assert.equal(groundOf(card), roughColour(card.image?.placeholderColour ?? ''), card.path);
  }
  assert.equal(roughColour('#e7dfd6'), '#edd');
});
