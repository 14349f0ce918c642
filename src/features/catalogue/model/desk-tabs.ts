import type { DeskTab } from '#desk-kit/model/desk-rights.ts';

export const productTabs = (): readonly DeskTab[] => [
  { id: 'products', label: 'Products' },
  { id: 'prices', label: 'Prices and stock' },
  { id: 'related', label: 'Related' },
  { id: 'files', label: 'Downloads' },
  { id: 'kits', label: 'Design kits' },
  { id: 'offers', label: 'Design colours' },
];
