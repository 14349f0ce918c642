import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { DeskGate, type DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { AccessView } from './AccessView.tsx';
import { AuditView } from './AuditView.tsx';
import { ReachView } from './ReachView.tsx';
import { Report } from './Report.tsx';

export function CheckDesk() {
  return (
    <DeskGate name="the check" desk="check" renderDesk={(role) => <TabbedDesk role={role} />} />
  );
}

/** What everyone did and may do is the owner's alone; support mends no goods. */
const tabs = [
  { id: 'check', label: 'To do', for: ['owner', 'editor', 'fulfilment', 'support'] },
  { id: 'reach', label: 'Availability', for: ['owner', 'editor', 'fulfilment'] },
  { id: 'access', label: 'Permissions', for: ['owner'] },
  { id: 'audit', label: 'Activity', for: ['owner'] },
];

function TabbedDesk({ role }: { readonly role: DeskRole }) {
  const shown = tabs.filter(({ for: who }) => who.includes(role));
  const [tab, show] = useTab(shown.map(({ id }) => id));
  if (shown.length === 1) return <Report role={role} />;
  return (
    <DeskTabs label="The check" tabs={shown} selected={tab} onSelect={show}>
      {tab === 'check' && <Report role={role} />}
      {tab === 'reach' && <ReachView />}
      {tab === 'access' && <AccessView />}
      {tab === 'audit' && <AuditView />}
    </DeskTabs>
  );
}
