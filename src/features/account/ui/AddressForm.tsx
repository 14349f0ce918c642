import { useState } from 'react';
import {
  checkAddress,
  emptyAddress,
  type Address,
  type AddressProblems,
  type CountryRules,
} from '#shared/address.ts';
import { AddressInputs } from '#ui/react/AddressInputs.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { keepAddress } from '../store/account.ts';
import type { Saving } from './saving.ts';
import styles from './account.module.css';

type Start = Address & { readonly id: string; readonly label: string };
type Props = {
  readonly start: Start | null;
  readonly countries: readonly CountryRules[];
  readonly saving: Saving;
  readonly onEnd: () => void;
};

export function AddressForm({ start, countries, saving, onEnd }: Props) {
  const [address, setAddress] = useState<Address>(start ?? emptyAddress);
  const [label, setLabel] = useState(start?.label ?? '');
  const [problems, setProblems] = useState<AddressProblems>({});
  const rules = countries.find(({ code }) => code === address.country) ?? null;
  const change = (part: Partial<Address>) => setAddress((before) => ({ ...before, ...part }));

  const save = async () => {
    const checked = checkAddress(address, rules);
    setProblems(checked.ok ? {} : checked.error);
    if (!checked.ok) return;
    const kept = { ...checked.value, label: label.trim() };
    if (await saving.run(() => keepAddress(kept, start?.id ?? null), 'Address saved.')) {
      onEnd();
    }
  };

  return (
    <form
      className={styles['stack']}
      noValidate
      aria-label={start === null ? 'New address' : 'Edit address'}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Select
        label="Country"
        autoComplete="country"
        error={problems.country}
        value={address.country}
        onChange={(event) => change({ country: event.target.value })}
      >
        <option value="">Choose</option>
        {countries.map(({ code, name, ships }) => (
          <option key={code} value={code} disabled={!ships}>
            {ships ? name : `${name} (not yet)`}
          </option>
        ))}
      </Select>
      <AddressInputs typed={address} rules={rules} problems={problems} onChange={change} />
      <Field
        label="Label"
        optional
        maxLength={40}
        placeholder="Home, work"
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <div className={styles['row']}>
        <Button type="submit" look="primary" pending={saving.isPending}>
          Save address
        </Button>
        <Button look="quiet" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
