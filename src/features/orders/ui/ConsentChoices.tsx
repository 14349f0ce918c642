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
  'I know that a group buy is not a purchase from stock: it is made after the window closes, its date is an estimate, and money comes back by the rule of its batch.';
