import type { Address } from '#domain/address.ts';
import { Field } from '#islands/ui/Field.tsx';
import styles from '#styles/desk/desk.module.css';

const fields = [
  ['name', 'Name'],
  ['line1', 'Street and number'],
  ['line2', 'Second line'],
  ['postcode', 'Postcode'],
  ['city', 'Town'],
  ['region', 'Region'],
  ['phone', 'Telephone'],
] as const;

type Props = { readonly address: Address; readonly onChange: (address: Address) => void };

/** All of an address but its country. */
export function AddressFields({ address, onChange }: Props) {
  return (
    <fieldset className={styles['fields']}>
      <legend className="visually-hidden">Address</legend>
      {fields.map(([name, label]) => (
        <Field
          key={name}
          label={label}
          value={address[name]}
          onChange={(event) => onChange({ ...address, [name]: event.target.value })}
        />
      ))}
    </fieldset>
  );
}
