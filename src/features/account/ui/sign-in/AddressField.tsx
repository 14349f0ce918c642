import { useStore } from '@nanostores/react';
import { Field } from '#ui/react/Field.tsx';
import { $address } from '../../store/auth-flow.ts';
import { firstField } from './first-field.ts';

type Props = { readonly mailOnly?: boolean; readonly isFirst?: boolean };

export function AddressField({ mailOnly = false, isFirst = true }: Props) {
  const address = useStore($address);
  return (
    <Field
      ref={isFirst ? firstField : undefined}
      label={mailOnly ? 'E-mail address' : 'E-mail address or phone number'}
      name="username"
      type={mailOnly ? 'email' : 'text'}
      inputMode="email"
      autoComplete="username webauthn"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      value={address}
      onChange={(event) => $address.set(event.target.value)}
    />
  );
}
