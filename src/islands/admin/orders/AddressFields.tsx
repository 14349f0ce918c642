import { useStore } from '@nanostores/react';
import type { Address } from '#domain/address.ts';
import { AddressInputs } from '#islands/ui/AddressInputs.tsx';
import { $countryRules } from '#stores/address-book.ts';
import styles from '#styles/desk/desk.module.css';

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
