import type { DeskRole, DeskTab } from '#desk-kit/model/desk-rights.ts';

const written = [
  { id: 'updates', label: 'Updates' },
  { id: 'questions', label: 'Questions' },
  { id: 'groups', label: 'Groups' },
  { id: 'pages', label: 'Pages' },
  { id: 'makers', label: 'Makers' },
  { id: 'partners', label: 'Partners' },
  { id: 'sales', label: 'Sales of partners' },
];
const owned = [
  { id: 'legal', label: 'Legal texts' },
  { id: 'numbers', label: 'Numbers' },
];

export const contentTabs = (role: DeskRole): readonly DeskTab[] =>
  role === 'owner' ? [...written, ...owned] : written;
