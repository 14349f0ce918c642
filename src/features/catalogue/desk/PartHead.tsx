import type { ReactNode } from 'react';
import { movePart, removePart, type ProductPart } from '../model/form/product-form.ts';
import { Button } from '#ui/react/Button.tsx';
import { editProduct } from '../store/desk-product.ts';

type Props = { readonly part: ProductPart; readonly id: string; readonly name: string };

/** What can be done with any part: move it among its siblings, or take it away. */
export function PartHead({ part, id, name, children }: Props & { readonly children?: ReactNode }) {
  function move(step: number, pressed: HTMLElement) {
    editProduct((form) => movePart(form, part, id, step));
    // What is moved in the page loses the focus on the way.
    requestAnimationFrame(() => pressed.focus());
  }
  return (
    <header>
      <b>{name}</b>
      {children}
      <Button
        size="small"
        look="quiet"
        aria-label={`Move ${name} up`}
        onClick={(event) => move(-1, event.currentTarget)}
      >
        ↑
      </Button>
      <Button
        size="small"
        look="quiet"
        aria-label={`Move ${name} down`}
        onClick={(event) => move(1, event.currentTarget)}
      >
        ↓
      </Button>
      <Button
        size="small"
        look="quiet"
        aria-label={`Remove ${name}`}
        onClick={() => editProduct((form) => removePart(form, part, id))}
      >
        Remove
      </Button>
    </header>
  );
}
