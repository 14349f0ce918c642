import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { designTabs } from '../model/desk-tabs.ts';
import { DesignList } from './DesignList.tsx';
import { DesignPage } from './DesignPage.tsx';
import { useShownDesign } from './use-shown-design.ts';

const tabs = designTabs();

export function DesignsDesk() {
  return <DeskGate name="the designs desk" desk="designs" renderDesk={() => <OpenDesk />} />;
}

function OpenDesk() {
  const shown = useShownDesign();
  const [tab, show] = useTab(tabs.map(({ id }) => id));
  if (shown.status !== 'closed') return <DesignPage shown={shown} />;
  return (
    <DeskTabs label="Designs" tabs={tabs} selected={tab} onSelect={show}>
      {tab === 'reported' && <DesignList key={tab} state="reported" />}
      {tab === 'hidden' && <DesignList key={tab} state="hidden" />}
      {tab === 'gallery' && <DesignList key={tab} state="gallery" />}
    </DeskTabs>
  );
}
