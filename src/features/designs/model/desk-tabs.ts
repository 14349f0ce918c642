import type { DeskTab } from '#desk-kit/model/desk-rights.ts';

export const designTabs = (): readonly DeskTab[] => [
  { id: 'reported', label: 'Reported' },
  { id: 'hidden', label: 'Hidden' },
  { id: 'gallery', label: 'All public' },
];
