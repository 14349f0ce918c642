import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { DeskGate, type DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { checkTabs } from '../model/desk-tabs.ts';
import { AccessView } from './AccessView.tsx';
import { AuditView } from './AuditView.tsx';
import { ReachView } from './ReachView.tsx';
import { Report } from './Report.tsx';

export function CheckDesk() {
  return (
    <DeskGate name="the check" desk="check" renderDesk={(role) => <TabbedDesk role={role} />} />
  );
}

function TabbedDesk({ role }: { readonly role: DeskRole }) {
  const shown = checkTabs(role);
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
