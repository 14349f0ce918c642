import { useState } from 'react';
import { cartToCode } from '../model/cart-link.ts';
import type { KeptLine } from '../model/cart-line.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { routes } from '#routes.ts';
import { CopyNote } from './CopyNote.tsx';
import styles from './cart.module.css';

/** A link that brings this cart to another browser, or to another person. */
export function CartTools({ lines }: { readonly lines: readonly KeptLine[] }) {
  const [link, setLink] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);

  const share = async () => {
    const made = new URL(`${routes.cart}#cart=${cartToCode(lines)}`, location.href).href;
    setLink(made);
    try {
      await navigator.clipboard.writeText(made);
      setCopied(true);
    } catch {
      // The field below can be copied by hand.
      setCopied(false);
    }
  };
  return (
    <div className={styles['tools']}>
      <CopyNote />
      <Button look="quiet" size="small" flush onClick={() => void share()}>
        Copy a link to this cart
      </Button>
      {link !== null && (
        <Field
          label={isCopied ? 'Link copied' : 'Link'}
          readOnly
          value={link}
          hint="The link shows what is in the cart and nothing about you. Offers are not shared."
          onFocus={(event) => event.target.select()}
        />
      )}
    </div>
  );
}
