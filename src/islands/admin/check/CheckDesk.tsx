import { Tabs } from '#islands/ui/Tabs.tsx';
import { useTab } from '#islands/ui/use-tab.ts';
import { DeskGate } from '../gate/DeskGate.tsx';
import { AuditView } from './AuditView.tsx';
import { ReachView } from './ReachView.tsx';
import { Report } from './Report.tsx';

export function CheckDesk() {
  return (
    <DeskGate
      name="the check"
      allows={['owner', 'editor', 'fulfilment', 'support']}
      renderDesk={(role) => <TabbedDesk tabs={tabs.filter(({ for: who }) => who.includes(role))} />}
    />
  );
}

/** The audit log is the owner's alone; support mends no goods. */
const tabs = [
  { id: 'check', label: 'What needs you', for: ['owner', 'editor', 'fulfilment', 'support'] },
  { id: 'reach', label: 'Who can buy what', for: ['owner', 'editor', 'fulfilment'] },
  { id: 'audit', label: 'Who did what', for: ['owner'] },
];

function TabbedDesk({ tabs: shown }: { readonly tabs: typeof tabs }) {
  const [tab, show] = useTab(shown.map(({ id }) => id));
  if (shown.length === 1) return <Report />;
  return (
    <Tabs label="The check" tabs={shown} selected={tab} onSelect={show}>
      {tab === 'check' && <Report />}
      {tab === 'reach' && <ReachView />}
      {tab === 'audit' && <AuditView />}
    </Tabs>
  );
}
