import type { DeskRole, DeskTab } from '#desk-kit/model/desk-rights.ts';

/** What everyone did and may do is the owner's alone; support mends no goods. */
const tabs = [
  { id: 'check', label: 'To do', for: ['owner', 'editor', 'fulfilment', 'support'] },
  { id: 'reach', label: 'Availability', for: ['owner', 'editor', 'fulfilment'] },
  { id: 'access', label: 'Permissions', for: ['owner'] },
  { id: 'audit', label: 'Activity', for: ['owner'] },
];

export const checkTabs = (role: DeskRole): readonly DeskTab[] =>
  tabs.filter(({ for: who }) => who.includes(role));
