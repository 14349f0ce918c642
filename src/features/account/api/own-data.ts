/** Invariant: rows of others are not in it, whatever else the person may read. */
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import type { ExportedData } from '../model/data-export.ts';
import { myBrowsers } from './browsers.ts';

export async function readOwnData(
  userId: string,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<ExportedData, BackendError>> {
  const client = await backend;
  const [
    user,
    sessions,
    profiles,
    addresses,
    orders,
    entries,
    offers,
    designs,
    likes,
    notifications,
    cart,
    follows,
    wishes,
    shelf,
    shelfLinks,
    photos,
    browsers,
  ] = await Promise.all([
    client.auth.getUser(),
    client.rpc('my_sessions'),
    client.from('profiles').select('*').eq('user_id', userId),
    client.from('addresses').select('*').eq('user_id', userId),
    client.from('orders').select('*').eq('user_id', userId),
    client.from('list_entries').select('*').eq('user_id', userId),
    client.from('offers').select('*').eq('user_id', userId),
    client.rpc('my_designs'),
    client.from('design_likes').select('*').eq('user_id', userId),
    client.from('notification_choices').select('*').eq('user_id', userId),
    client.rpc('my_cart'),
    client.rpc('my_follows'),
    client.from('wishes').select('*').eq('user_id', userId),
    client.from('shelf_items').select('*').eq('user_id', userId),
    client.from('shelf_links').select('*').eq('user_id', userId),
    client.rpc('my_photos'),
    myBrowsers({ backend }),
  ]);
  const ids = (orders.data ?? []).map(({ id }) => id ?? '');
  const [lines, shipments, events] = await Promise.all([
    client.from('order_lines').select('*').in('order_id', ids),
    client.from('shipments').select('*').in('order_id', ids),
    client.from('order_events').select('*').in('order_id', ids),
  ]);
  const answers = {
    profiles,
    addresses,
    orders,
    entries,
    offers,
    designs,
    likes,
    notifications,
    follows,
    wishes,
    shelf,
    shelfLinks,
    photos,
    lines,
    shipments,
    events,
  };
  for (const { error, status } of [sessions, cart, ...Object.values(answers)]) {
    if (error) return fail(toBackendError(error, status));
  }
  if (user.error) return fail(toBackendError(user.error));
  if (!browsers.ok) return browsers;
  const { id, email, phone, created_at: createdAt, last_sign_in_at: lastSignInAt } = user.data.user;
  return succeed({
    account: [{ id, email, phone, createdAt, lastSignInAt }],
    sessions: sessions.data ?? [],
    profile: profiles.data ?? [],
    addresses: addresses.data ?? [],
    orders: orders.data ?? [],
    order_lines: lines.data ?? [],
    shipments: shipments.data ?? [],
    order_events: events.data ?? [],
    list_entries: entries.data ?? [],
    offers: offers.data ?? [],
    designs: designs.data ?? [],
    design_likes: likes.data ?? [],
    notification_choices: notifications.data ?? [],
    cart: cart.data?.lines ?? [],
    follows: follows.data ?? [],
    wishes: wishes.data ?? [],
    shelf_items: shelf.data ?? [],
    shelf_links: shelfLinks.data ?? [],
    photos: photos.data ?? [],
    browsers: browsers.value,
  });
}
