import { useStore } from '@nanostores/react';
import { useState, type FormEvent } from 'react';
import { isAboutCode } from '../model/quote-changes.ts';
import type { Quote } from '../model/quote.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { $choices, choose } from '../store/cart-choices.ts';
import styles from './cart.module.css';

type Props = { readonly quote: Quote | null; readonly isAsking: boolean };

/** A code is asked about by the quote; why it can't be used stands at the field. */
export function CodeField({ quote, isAsking }: Props) {
  const { code } = useStore($choices);
  const [typed, setTyped] = useState(code ?? '');
  const problem = code === null ? undefined : quote?.problems.find(isAboutCode)?.message;
  const used = quote?.codes ?? [];

  const send = (event: FormEvent) => {
    event.preventDefault();
    choose({ code: typed.trim() || null });
  };
  const drop = () => {
    setTyped('');
    choose({ code: null });
  };
  return (
    <details className={styles['code']} open={code !== null || undefined}>
      <summary>Discount code</summary>
      <form onSubmit={send}>
        <Field
          label="Code"
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={120}
          error={isAsking ? undefined : problem}
          hint={
            used.length > 0
              ? used.map(({ title, code: own }) => title || own).join(', ')
              : undefined
          }
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" pending={isAsking && code !== null && typed.trim() === code}>
          Apply
        </Button>
        {code !== null && (
          <Button look="quiet" onClick={drop}>
            Remove
          </Button>
        )}
      </form>
    </details>
  );
}
