import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { $session, type Session } from '#features/account/store/session.ts';
import { $listPlaces, placeOn, readPlaces } from '#features/lists/store/lists.ts';
import { answeringShop } from '../../support/answering-fetch.ts';

const shop = answeringShop();

const signedIn = (userId: string): Session => ({
  status: 'signed-in',
  userId,
  sessionId: `session of ${userId}`,
  email: null,
  phone: null,
  isSecondFactorDue: false,
  hasSecondFactor: false,
});

/** Until what a change of the session asked for has come. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 100));
const place = () => placeOn($listPlaces.get(), 'l');

describe('the place of a person on a list', () => {
  beforeEach(async () => {
    $session.set({ status: 'signed-out', wasLost: false });
    shop.answers = { my_list_places: { places: [{ list_id: 'l', withdrawn_at: null }] } };
    $session.set(signedIn('ada'));
    await readPlaces();
    await settle();
    assert.ok(place());
  });

  test('stays where a later look gets no answer', async () => {
    shop.lost = 'everything';
    await readPlaces();
    assert.ok(place());
  });

  test('is forgotten when they sign out, and told not to be loaded where it never was', async () => {
    shop.lost = 'everything';
    $session.set({ status: 'signed-out', wasLost: false });
    assert.equal($listPlaces.get(), null);
    $session.set(signedIn('ada'));
    await settle();
    assert.equal($listPlaces.get()?.status, 'failed');
  });

  test('is forgotten when another person signs in, whatever the shop answers then', async () => {
    shop.lost = 'everything';
    $session.set(signedIn('bo'));
    assert.equal(place(), null);
    await settle();
    assert.equal($listPlaces.get()?.status, 'failed');
  });

  test('is forgotten when the shop no longer knows who they are', async () => {
    shop.refused = { my_list_places: [401, 'signed_out'] };
    await readPlaces();
    assert.equal($session.get().status, 'signed-out');
    assert.equal($listPlaces.get(), null);
  });
});
