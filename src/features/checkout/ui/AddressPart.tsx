import { useStore } from '@nanostores/react';
import { addressLines, type CountryRules } from '#shared/address.ts';
import { AddressInputs } from '#ui/react/AddressInputs.tsx';
import { Chip } from '#ui/react/Chip.tsx';
import { Select } from '#ui/react/Field.tsx';
import {
  $areRulesMissing,
  $countryRules,
  $savedAddresses,
} from '#features/account/store/address-book.ts';
import { $choices, choose } from '#features/cart/store/cart-choices.ts';
import { $draft, writeDraft } from '../store/checkout-draft.ts';
import type { Faults } from './draft-faults.ts';
import { NotHeard } from './NotHeard.tsx';
import styles from './checkout.module.css';

type Props = { readonly rules: CountryRules | null; readonly faults: Faults };

/** Where to: a saved address or a new one, with the fields that the country knows. */
export function AddressPart({ rules, faults }: Props) {
  const { address } = useStore($draft);
  const { country } = useStore($choices);
  const countries = useStore($countryRules);
  const areMissing = useStore($areRulesMissing);
  const saved = useStore($savedAddresses);
  const setCountry = (code: string) => choose({ country: code || null });
  return (
    <section className={styles['part']} aria-labelledby="part-address">
      <h2 id="part-address">Delivery address</h2>
      {saved.length > 0 && (
        <div className={styles['saved']}>
          {saved.map((book) => (
            <Chip
              key={book.id}
              pressed={book.line1 === address.line1 && book.name === address.name}
              onClick={() => {
                writeDraft({ address: book });
                if (book.country !== country) setCountry(book.country);
              }}
            >
              {book.label || addressLines(book, null).slice(0, 2).join(', ')}
            </Chip>
          ))}
        </div>
      )}
      <Select
        label="Country"
        autoComplete="country"
        value={country ?? ''}
        error={faults['country']}
        onChange={(event) => setCountry(event.target.value)}
      >
        <option value="">Choose a country</option>
        {countries === null && country !== null && <option value={country}>{country}</option>}
        {countries
          ?.filter(({ ships }) => ships)
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </Select>
      {countries === null && areMissing && <NotHeard what="The countries" />}
      <div className={styles['fields']}>
        <AddressInputs
          typed={address}
          rules={rules}
          problems={faults}
          onChange={(part) => writeDraft({ address: { ...address, ...part } })}
        />
      </div>
    </section>
  );
}
