/** What may be read and written behind a door is decided by the database at every call. */
export type DeskRole = 'owner' | 'editor' | 'fulfilment' | 'support';

export const deskRights = {
  home: ['owner', 'editor', 'fulfilment', 'support'],
  batches: ['owner', 'editor'],
  check: ['owner', 'editor', 'fulfilment', 'support'],
  health: ['owner', 'editor', 'fulfilment', 'support'],
  colorways: ['owner', 'editor'],
  content: ['owner', 'editor'],
  customers: ['owner', 'fulfilment', 'support'],
  designs: ['owner', 'editor', 'support'],
  lists: ['owner'],
  media: ['owner', 'editor'],
  money: ['owner', 'fulfilment', 'support'],
  orders: ['owner', 'fulfilment', 'support'],
  photos: ['owner', 'editor'],
  products: ['owner', 'editor'],
  shipping: ['owner', 'fulfilment'],
  staff: ['owner'],
  translations: ['owner', 'editor'],
} as const satisfies Readonly<Record<string, readonly DeskRole[]>>;

export type DeskName = keyof typeof deskRights;

export function mayOpen(role: DeskRole, desk: DeskName): boolean {
  const allowed: readonly DeskRole[] = deskRights[desk];
  return allowed.includes(role);
}

/** A part of a desk, shown by its id in the address. */
export interface DeskTab {
  readonly id: string;
  readonly label: string;
}
