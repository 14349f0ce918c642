import {
  addressFields,
  addressWarning,
  type Address,
  type AddressProblems,
  type CountryRules,
} from '#shared/address.ts';
import { Field } from './Field.tsx';

type Props = {
  readonly typed: Address;
  readonly rules: CountryRules | null;
  readonly problems?: AddressProblems;
  /** Whoever types is not who lives there: the browser's own addresses are of no use. */
  readonly isAnothers?: boolean;
  readonly onChange: (part: Partial<Address>) => void;
};

/** The fields of an address but its country, as people there write them. */
export function AddressInputs({ typed, rules, problems = {}, isAnothers, onChange }: Props) {
  const warning = addressWarning(typed, rules) ?? undefined;
  return addressFields(rules).map((field) => (
    <Field
      key={field.name}
      label={field.label}
      name={field.name}
      autoComplete={isAnothers ? 'off' : field.autoComplete}
      maxLength={field.maxLength}
      optional={field.isOptional}
      error={problems[field.name]}
      hint={field.name === 'postcode' ? warning : undefined}
      value={typed[field.name]}
      onChange={(event) => onChange({ [field.name]: event.target.value })}
    />
  ));
}
