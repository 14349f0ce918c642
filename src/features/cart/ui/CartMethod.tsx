import { useStore } from '@nanostores/react';
import type { Quote } from '../model/quote.ts';
import { $choices } from '../store/cart-choices.ts';
import { $methodNote, chooseMethod } from '../store/shipping-method.ts';
import { MethodChoice } from './MethodChoice.tsx';

type Props = { readonly quote: Quote; readonly error?: string | undefined };

/** How the cart travels. */
export function CartMethod({ quote, error }: Props) {
  return (
    <MethodChoice
      methods={quote.shipping_methods}
      chosenId={useStore($choices).methodId}
      currency={quote.currency}
      note={useStore($methodNote)}
      error={error}
      onChoose={chooseMethod}
    />
  );
}
