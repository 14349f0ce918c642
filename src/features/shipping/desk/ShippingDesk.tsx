import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { shippingTabs } from '../model/desk-tabs.ts';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { PoolTable } from '#features/stock/desk/PoolTable.tsx';
import { AddressLocks } from './AddressLocks.tsx';
import { CountryList } from './CountryList.tsx';
import { CoverageView } from './CoverageView.tsx';
import { MethodList } from './MethodList.tsx';
import { PackageList } from './PackageList.tsx';
import { ParcelTrial } from './ParcelTrial.tsx';
import { RateList } from './RateList.tsx';
import { RestrictionList } from './RestrictionList.tsx';

const tabs = shippingTabs();

export function ShippingDesk() {
  return <DeskGate name="the shipping desk" desk="shipping" renderDesk={() => <OpenDesk />} />;
}

function OpenDesk() {
  const [tab, show] = useTab(tabs.map(({ id }) => id));
  return (
    <DeskTabs label="Shipping" tabs={tabs} selected={tab} onSelect={show}>
      {tab === 'methods' && <MethodList />}
      {tab === 'rates' && <RateList />}
      {tab === 'coverage' && <CoverageView />}
      {tab === 'countries' && <CountryList />}
      {tab === 'restrictions' && <RestrictionList />}
      {tab === 'packages' && <PackageList />}
      {tab === 'stock' && <PoolTable />}
      {tab === 'locks' && <AddressLocks />}
      {tab === 'try' && <ParcelTrial />}
    </DeskTabs>
  );
}
