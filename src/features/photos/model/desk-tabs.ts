import type { DeskTab } from '#desk-kit/model/desk-rights.ts';

export const photoTabs = (): readonly DeskTab[] => [
  { id: 'waiting', label: 'Waiting' },
  { id: 'shown', label: 'Shown' },
  { id: 'declined', label: 'Declined' },
];
