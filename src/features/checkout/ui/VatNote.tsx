import { useStore } from '@nanostores/react';
import { $quote } from '#features/cart/store/quote.ts';
import { Button } from '#ui/react/Button.tsx';
import { $vatCheck, checkAgain } from '../store/vat-check.ts';
import styles from './checkout.module.css';

const reverseCharge = 'You buy without VAT and account for it yourself (reverse charge).';

/** What became of the company's VAT number, and of the VAT by it. */
export function VatNote() {
  const { state, name } = useStore($vatCheck);
  const quote = useStore($quote);
  const isOff = quote.quoted?.quote.tax_scheme === 'reverse_charge';
  return (
    <output className={styles['aside']}>
      {state === 'checking' && 'Checking the VAT number with the EU’s register (VIES) …'}
      {state === 'valid' && (
        <>
          <strong>Valid{name === '' ? '' : `: ${name}`}.</strong>{' '}
          {isOff
            ? reverseCharge
            : quote.status === 'ready' &&
              'VAT stays in the price: it comes off only for deliveries to the country of the number.'}
        </>
      )}
      {state === 'invalid' &&
        'The EU’s register (VIES) does not know this number. You can order with VAT.'}
      {state === 'unreachable' && isOff && reverseCharge}
      {state === 'unreachable' && !isOff && (
        <>
          The VAT number can’t be checked at the moment. You can order with VAT, or try again later.{' '}
          <Button size="small" onClick={checkAgain}>
            Check again
          </Button>
        </>
      )}
    </output>
  );
}
