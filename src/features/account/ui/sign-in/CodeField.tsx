import { Field } from '#ui/react/Field.tsx';
import { firstField } from './first-field.ts';

type Props = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isFirst?: boolean;
};

/** Takes a code as mails show it, spaces and all. */
export function CodeField({ label, hint, value, onChange, isFirst = true }: Props) {
  return (
    <Field
      ref={isFirst ? firstField : undefined}
      label={label}
      hint={hint}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={12}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
