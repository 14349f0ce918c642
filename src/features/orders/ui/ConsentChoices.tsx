import type { Consent } from '../model/order.ts';
import { Choice } from '#ui/react/Choice.tsx';

type Props = {
  readonly termsPath: string;
  readonly asked: readonly Consent[];
  readonly given: readonly Consent[];
  readonly faults: { readonly [consent in Consent]?: string | undefined };
  readonly onChange: (consent: Consent, isGiven: boolean) => void;
};

/** What is agreed to, in words; the order keeps it with the version of the terms. */
export function ConsentChoices({ termsPath, asked, given, faults, onChange }: Props) {
  return asked.map((consent) => (
    <Choice
      key={consent}
      type="checkbox"
      name={consent === 'terms' ? 'terms' : 'groupBuy'}
      checked={given.includes(consent)}
      error={faults[consent]}
      onChange={(event) => onChange(consent, event.target.checked)}
      label={consent === 'terms' ? termsOf(termsPath) : groupBuy}
    />
  ));
}

const termsOf = (path: string) => (
  <>
    I agree to the <a href={path}>terms</a>.
  </>
);

const groupBuy =
  'I understand that a group buy is made after orders close, that its dates are estimates, and that refunds follow the terms for group buys.';
