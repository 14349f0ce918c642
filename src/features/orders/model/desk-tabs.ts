import type { DeskRole, DeskTab } from '#desk-kit/model/desk-rights.ts';

/** Support sees no figures. */
export const orderTabs = (role: DeskRole): readonly DeskTab[] => [
  { id: 'orders', label: 'Orders' },
  ...(role === 'support' ? [] : [{ id: 'figures', label: 'Figures' }]),
];

const documents = { id: 'documents', label: 'Invoices' };
const statements = { id: 'statements', label: 'Bank statements' };
const refunds = { id: 'refunds', label: 'Bank refunds' };
const settings = [
  { id: 'codes', label: 'Discount codes' },
  { id: 'vat', label: 'VAT report' },
  { id: 'seller', label: 'Seller' },
  { id: 'methods', label: 'Payment methods' },
  { id: 'currencies', label: 'Currencies' },
  { id: 'bank', label: 'Bank account' },
  { id: 'taxes', label: 'Tax registrations' },
  { id: 'rates', label: 'Tax rates' },
  { id: 'classes', label: 'Tax classes' },
];

/** What each may do with money; support reads documents alone. */
export const moneyTabs = (role: DeskRole): readonly DeskTab[] =>
  role === 'owner'
    ? [documents, statements, refunds, ...settings]
    : role === 'fulfilment'
      ? [documents, statements, refunds]
      : [documents];
