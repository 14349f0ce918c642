import type { DeskTab } from '#desk-kit/model/desk-rights.ts';

export const translationTabs = (): readonly DeskTab[] => [
  { id: 'open', label: 'To translate' },
  { id: 'older', label: 'Out of date' },
  { id: 'all', label: 'All' },
];
