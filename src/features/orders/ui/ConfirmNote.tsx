import { momentWords } from '#shared/date-words.ts';
import { Notice } from '#ui/react/Notice.tsx';
import { TimeLeft } from '#ui/react/TimeLeft.tsx';

type Props = {
  readonly confirmBy: string;
  readonly keepUntil: string;
  readonly paysHere: boolean;
  /** Why the mail's link could not confirm it. */
  readonly trouble?: string | null | undefined;
};

/** What keeps the goods of an order that nobody has confirmed. */
export function ConfirmNote({ confirmBy, keepUntil, paysHere, trouble = null }: Props) {
  if (trouble !== null) {
    return (
      <Notice tone="fault" role="alert" title="We can’t hold this order">
        <p>{trouble} Nothing was charged. The order will expire.</p>
      </Notice>
    );
  }
  return (
    <Notice
      tone="caution"
      title={
        paysHere
          ? 'To keep this order, pay now or confirm your e-mail'
          : 'Confirm your e-mail to keep this order'
      }
    >
      <p>
        By <TimeLeft until={confirmBy} after="the deadline has passed" />, {paysHere && 'pay, or '}
        open the link in the e-mail we sent you. Once you confirm, we hold your items until{' '}
        {momentWords(keepUntil)}.
      </p>
      <p>
        No e-mail? Check your spam folder. If you have other unconfirmed orders, confirm those
        first: we send one link at a time.
      </p>
    </Notice>
  );
}
