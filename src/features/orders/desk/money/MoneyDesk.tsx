import { DeskGate, type DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { Currencies } from '#features/currencies/desk/Currencies.tsx';
import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { moneyTabs } from '../../model/desk-tabs.ts';
import { BankAccounts } from './BankAccounts.tsx';
import { BankRefunds } from './BankRefunds.tsx';
import { BankStatements } from './BankStatements.tsx';
import { DiscountCodes } from './DiscountCodes.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { PaymentMethods } from './PaymentMethods.tsx';
import { SellerTable } from './SellerTable.tsx';
import { TaxClasses } from './TaxClasses.tsx';
import { TaxRates } from './TaxRates.tsx';
import { TaxRegistrations } from './TaxRegistrations.tsx';
import { VatReport } from './VatReport.tsx';

export function MoneyDesk() {
  return (
    <DeskGate name="the money desk" desk="money" renderDesk={(role) => <OpenDesk role={role} />} />
  );
}

function OpenDesk({ role }: { readonly role: DeskRole }) {
  const shown = moneyTabs(role);
  const [tab, show] = useTab(shown.map(({ id }) => id));
  return (
    <DeskTabs label="Money" tabs={shown} selected={tab} onSelect={show}>
      {tab === 'documents' && <DocumentTable />}
      {tab === 'statements' && <BankStatements />}
      {tab === 'refunds' && <BankRefunds role={role} />}
      {tab === 'seller' && <SellerTable />}
      {tab === 'methods' && <PaymentMethods />}
      {tab === 'currencies' && <Currencies />}
      {tab === 'bank' && <BankAccounts />}
      {tab === 'taxes' && <TaxRegistrations />}
      {tab === 'rates' && <TaxRates />}
      {tab === 'classes' && <TaxClasses />}
      {tab === 'codes' && <DiscountCodes />}
      {tab === 'vat' && <VatReport />}
    </DeskTabs>
  );
}
