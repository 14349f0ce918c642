import { addressFields, type Address, type CountryRules } from '#domain/address.ts';
import { Field } from '#islands/ui/Field.tsx';

type Props = {
  readonly typed: Address;
  readonly rules: CountryRules | null;
  readonly onChange: (address: Address) => void;
};

/** The fields of an address whose country stands. */
export function AddressInputs({ typed, rules, onChange }: Props) {
  return addressFields(rules).map((field) => (
    <Field
      key={field.name}
      label={field.label}
      autoComplete={field.autoComplete}
      maxLength={field.maxLength}
      optional={field.isOptional}
      value={typed[field.name]}
      onChange={(event) => onChange({ ...typed, [field.name]: event.target.value })}
    />
  ));
}
