import type { DeskTab } from '#desk-kit/model/desk-rights.ts';

export const shippingTabs = (): readonly DeskTab[] => [
  { id: 'methods', label: 'Methods' },
  { id: 'rates', label: 'Rates' },
  { id: 'coverage', label: 'Zones and coverage' },
  { id: 'countries', label: 'Countries' },
  { id: 'restrictions', label: 'Restrictions' },
  { id: 'packages', label: 'Packages' },
  { id: 'stock', label: 'Stock' },
  { id: 'locks', label: 'Address change deadlines' },
  { id: 'try', label: 'Test shipping prices' },
];
