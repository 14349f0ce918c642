import type { DeskTab } from '#desk-kit/model/desk-rights.ts';

export const colorwayTabs = (): readonly DeskTab[] => [
  { id: 'colours', label: 'Colorways' },
  { id: 'order', label: 'Display order' },
  { id: 'palettes', label: 'Palettes' },
  { id: 'near', label: 'Near duplicates' },
];
