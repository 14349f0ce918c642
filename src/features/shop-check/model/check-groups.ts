export interface CheckGroup {
  readonly id: string;
  readonly words: string;
  readonly for: readonly string[];
}

const orderDesk = ['owner', 'fulfilment', 'support'];

/** In the order in which they are looked at; the database decides by roles of its own, and a test compares. */
export const checkGroups: readonly CheckGroup[] = [
  { id: 'goods', words: 'products and pictures', for: ['owner', 'editor'] },
  { id: 'batches', words: 'batches and their dates', for: ['owner', 'editor'] },
  { id: 'shipping', words: 'countries, methods and rates', for: ['owner', 'fulfilment'] },
  { id: 'orders', words: 'waiting orders', for: orderDesk },
  { id: 'payments', words: 'payments and orders', for: orderDesk },
  { id: 'stock', words: 'stock and ledger', for: ['owner', 'fulfilment'] },
  { id: 'lists', words: 'raffles and lists', for: ['owner'] },
  { id: 'currencies', words: 'currencies', for: ['owner'] },
  { id: 'mails', words: 'e-mails, webhooks and scheduled jobs', for: ['owner'] },
  { id: 'publishing', words: 'builds', for: ['owner', 'editor'] },
  { id: 'rights', words: 'rights', for: ['owner', 'editor', 'fulfilment', 'support'] },
];

/** Looked at last, by the browser: no group of the database. */
export const buildGroup: CheckGroup = { id: 'pages', words: 'the last build’s pages', for: [] };

export function groupsOf(role: string): readonly CheckGroup[] {
  return checkGroups.filter((group) => group.for.includes(role));
}
