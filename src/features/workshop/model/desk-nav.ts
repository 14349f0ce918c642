import { mayOpen, type DeskName, type DeskRole } from '#desk-kit/model/desk-rights.ts';

/** In the order in which work goes: what is sold, what it is made of, what it brings, whether all is well. */
const groups: readonly (readonly DeskName[])[] = [
  ['home', 'orders', 'customers', 'shipping', 'lists'],
  ['products', 'batches', 'colorways', 'media', 'photos', 'designs', 'content', 'translations'],
  ['money'],
  ['check', 'health', 'staff'],
];

/** What is opened most: a phone's bar has room for four. */
const byUse: readonly DeskName[] = [
  'home',
  'orders',
  'shipping',
  'products',
  'customers',
  'money',
  'batches',
  'content',
  'colorways',
  'media',
  'photos',
  'translations',
  'designs',
  'check',
  'health',
  'lists',
  'staff',
];
const roomOfBar = 4;

/** The desks that a role may open, in groups; what would be shut is not named. */
export function deskGroups(role: DeskRole): readonly (readonly DeskName[])[] {
  const open = groups.map((names) => names.filter((name) => mayOpen(role, name)));
  return open.filter((names) => names.length > 0);
}

/** What a phone shows at once, and what its key More opens. */
export function deskBar(role: DeskRole): {
  readonly bar: readonly DeskName[];
  readonly more: readonly DeskName[];
} {
  const bar = byUse.filter((name) => mayOpen(role, name)).slice(0, roomOfBar);
  const more = deskGroups(role).flatMap((names) => names.filter((name) => !bar.includes(name)));
  return { bar, more };
}
