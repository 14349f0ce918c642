import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { openAuth } from '#features/account/store/auth-modal.ts';
import type { Placing } from '../store/checkout.ts';

const unsureTitles = {
  silent: 'We didn’t get an answer from the shop',
  busy: 'Your order has not been placed',
  'session-lost': 'Your session has ended',
} as const;

/** What became of the last press, where it did not become an order. */
export function OrderOutcome({ placing }: { readonly placing: Placing }) {
  switch (placing.status) {
    case 'editing':
    case 'placing':
    case 'earlier':
      return null;
    case 'changed':
      return (
        <Notice
          tone="caution"
          role="alert"
          title={placing.changes.length > 0 ? 'The price has changed' : 'An item has changed'}
        >
          <ul>
            {placing.flaws.map(({ what, flaws }) => (
              <li key={`${what} flaws`}>
                {what}: {flaws === '' ? 'no flaws any more' : `flaws: ${flaws}`}
              </li>
            ))}
            {placing.changes.map(({ what, beforeMinor, afterMinor }) => (
              <li key={what}>
                {what}: <MoneyText minor={afterMinor} before={beforeMinor} currency="EUR" />
              </li>
            ))}
          </ul>
          <p>Nothing has been ordered. Check what is new and press again if you agree.</p>
        </Notice>
      );
    case 'unsure':
      return (
        <Notice tone="caution" role="alert" title={unsureTitles[placing.why]}>
          <p>{placing.message} Press again: you won’t place the order twice.</p>
          {placing.why === 'session-lost' && (
            <Button size="small" onClick={() => openAuth({ reason: 'session-lost' })}>
              Sign in again
            </Button>
          )}
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="fault" role="alert" title={placing.message}>
          {placing.isFirst
            ? 'Nothing has been ordered. Your details are kept.'
            : 'Your details are kept.'}
        </Notice>
      );
    default:
      return placing satisfies never;
  }
}
