import { useState } from 'react';
import { textToMinor } from '#desk-kit/model/field-text.ts';
import { decimalMoney } from '#shared/money.ts';
import { Field } from '#ui/react/Field.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';

interface Amount {
  readonly text: string;
  readonly isWrong: boolean;
  /** Null as long as it is no amount. */
  readonly minor: number | null;
  /** Null takes the proposal again. */
  readonly type: (text: string | null) => void;
}

/** The proposal follows the order: what a colleague wrote down meanwhile is in it. */
export function useAmount(proposed: number, currency: string): Amount {
  const [typed, type] = useState<string | null>(null);
  useUnsaved(typed !== null && typed !== '');
  const text = typed ?? (proposed > 0 ? decimalMoney(proposed, currency) : '');
  const parsed = textToMinor(text);
  const minor = parsed.ok && parsed.value > 0 ? parsed.value : null;
  return { text, minor, isWrong: text !== '' && minor === null, type };
}

type Props = { readonly label: string; readonly hint?: string; readonly amount: Amount };

export function AmountField({ label, hint, amount }: Props) {
  return (
    <Field
      label={label}
      hint={hint}
      inputMode="decimal"
      error={amount.isWrong ? 'An amount looks like 12.50.' : undefined}
      value={amount.text}
      onChange={(event) => amount.type(event.target.value)}
    />
  );
}
