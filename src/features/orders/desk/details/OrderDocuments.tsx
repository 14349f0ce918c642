import { dayWords } from '#shared/day-words.ts';
import type { Order } from '../../model/order.ts';
import { Button } from '#ui/react/Button.tsx';
import styles from '#ui/styles/desk.module.css';
import { DocumentList } from '../../ui/DocumentList.tsx';
import { issueOpenInvoice } from '../../store/desk-order-actions.ts';
import { useStep } from '#desk-kit/ui/use-step.ts';

type Props = { readonly order: Order; readonly mayIssue: boolean };

/** Invoices and credit notes of the order, and a key for one before the payment. */
export function OrderDocuments({ order, mayIssue }: Props) {
  const { problem, isBusy, run } = useStep();
  const { documents = [], status, currency } = order;
  const isOver = status === 'expired' || status === 'cancelled' || status === 'refunded';
  const isWaiting = !isOver && documents.length === 0;
  if (documents.length === 0 && !isWaiting) return null;
  return (
    <section className={styles['card']}>
      <h3>Documents</h3>
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      {documents.length > 0 && (
        <DocumentList
          documents={documents}
          order={null}
          words={(document) => dayWords(document.issued_on)}
          currency={currency}
        />
      )}
      {isWaiting && (
        <>
          <p className={styles['small']}>
            {status === 'awaiting_payment'
              ? 'The invoice is issued when the order is paid.'
              : 'This order has no invoice yet.'}
          </p>
          {mayIssue && (
            <div className={styles['line']}>
              <Button size="small" disabled={isBusy} onClick={() => void run(issueOpenInvoice())}>
                Issue invoice now
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}
