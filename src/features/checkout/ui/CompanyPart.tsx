import { useStore } from '@nanostores/react';
import { AddressInputs } from '#ui/react/AddressInputs.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { $countryRules } from '#features/account/store/address-book.ts';
import type { CompanyDraft } from '#features/orders/model/company.ts';
import { $draft, writeDraft } from '../store/checkout-draft.ts';
import { VatNote } from './VatNote.tsx';
import type { Faults } from './draft-faults.ts';
import styles from './checkout.module.css';

const billingPart = 'billing_';

/** Folded until a company orders: what its invoice has to say. */
export function CompanyPart({ faults }: { readonly faults: Faults }) {
  const { isCompany, company } = useStore($draft);
  const countries = useStore($countryRules);
  const { billing } = company;
  const write = (part: Partial<CompanyDraft>) => writeDraft({ company: { ...company, ...part } });
  const rules = countries?.find(({ code }) => code === billing.country) ?? null;
  const problems = Object.fromEntries(
    Object.entries(faults)
      .filter(([name]) => name.startsWith(billingPart))
      .map(([name, problem]) => [name.slice(billingPart.length), problem]),
  );
  return (
    <div className={styles['company']}>
      <Choice
        type="checkbox"
        label="Order as a company"
        checked={isCompany}
        onChange={(event) => writeDraft({ isCompany: event.target.checked })}
      />
      {isCompany && (
        <div className={styles['fields']}>
          <Field
            label="Company"
            autoComplete="organization"
            maxLength={120}
            error={faults['company_name']}
            value={company.name}
            onChange={(event) => write({ name: event.target.value })}
          />
          <Field
            label="VAT number"
            optional
            autoComplete="off"
            maxLength={24}
            hint="Begins with the country: NL001234567B01"
            error={faults['company_vat_number']}
            value={company.vatNumber}
            onChange={(event) => write({ vatNumber: event.target.value })}
          />
          <Field
            label="Your purchase number"
            optional
            autoComplete="off"
            maxLength={60}
            hint="Printed on the invoice"
            error={faults['company_purchase_number']}
            value={company.purchaseNumber}
            onChange={(event) => write({ purchaseNumber: event.target.value })}
          />
        </div>
      )}
      {isCompany && <VatNote />}
      {isCompany && (
        <Choice
          type="checkbox"
          label="Use another billing address"
          checked={company.isBilledElsewhere}
          onChange={(event) => write({ isBilledElsewhere: event.target.checked })}
        />
      )}
      {isCompany && company.isBilledElsewhere && (
        <fieldset className={styles['billing']}>
          <legend>Billing address</legend>
          <Select
            label="Country"
            autoComplete="billing country"
            value={billing.country}
            error={problems['country']}
            onChange={(event) => write({ billing: { ...billing, country: event.target.value } })}
          >
            <option value="">Choose a country</option>
            {countries?.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <div className={styles['fields']}>
            <AddressInputs
              typed={billing}
              rules={rules}
              problems={problems}
              isAnothers
              onChange={(part) => write({ billing: { ...billing, ...part } })}
            />
          </div>
        </fieldset>
      )}
    </div>
  );
}
