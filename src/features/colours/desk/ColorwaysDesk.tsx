import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { colorwayTabs } from '../model/desk-tabs.ts';
import { useLeaveWarning } from '#desk-kit/ui/use-leave-warning.ts';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { isOrderChanged } from '../store/desk-colour-order.ts';
import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { ColourList } from './ColourList.tsx';
import { ColourOrder } from './ColourOrder.tsx';
import { NearColours } from './NearColours.tsx';
import { PaletteList } from './PaletteList.tsx';

const tabs = colorwayTabs();

export function ColorwaysDesk() {
  return <DeskGate name="the colorways desk" desk="colorways" renderDesk={() => <OpenDesk />} />;
}

function OpenDesk() {
  // Kept while another part is shown, and gone with the page.
  useLeaveWarning(isOrderChanged);
  const [tab, show] = useTab(tabs.map(({ id }) => id));
  return (
    <DeskTabs label="Colorways" tabs={tabs} selected={tab} onSelect={show}>
      {tab === 'colours' && <ColourList />}
      {tab === 'order' && <ColourOrder />}
      {tab === 'palettes' && <PaletteList />}
      {tab === 'near' && <NearColours />}
    </DeskTabs>
  );
}
