import { useStore } from '@nanostores/react';
import type { Address } from '#shared/address.ts';
import { AddressInputs } from '#ui/react/AddressInputs.tsx';
import { $countryRules } from '#features/account/store/address-book.ts';
import styles from '#ui/styles/desk.module.css';

type Props = { readonly address: Address; readonly onChange: (address: Address) => void };

/** Where a customer's order goes, without its country. */
export function AddressFields({ address, onChange }: Props) {
  const rules = useStore($countryRules)?.find(({ code }) => code === address.country) ?? null;
  return (
    <fieldset className={styles['fields']}>
      <legend className="visually-hidden">Address</legend>
      <AddressInputs
        isAnothers
        typed={address}
        rules={rules}
        onChange={(part) => onChange({ ...address, ...part })}
      />
    </fieldset>
  );
}
