import { dayWords } from '#shared/day-words.ts';
import type { Order } from '../model/order.ts';
import { DocumentList } from './DocumentList.tsx';

/** Its invoices and credit notes; says when the first one comes. */
export function OrderDocuments({ order }: { readonly order: Order }) {
  const { documents = [], number, status, currency } = order;
  const isOver = status === 'expired' || status === 'cancelled';
  if (documents.length === 0 && (isOver || !order.address)) return null;
  return (
    <section className="no-print">
      <h3>Documents</h3>
      {documents.length === 0 ? (
        <p>Your invoice appears here as a PDF as soon as the payment has arrived.</p>
      ) : (
        <DocumentList
          documents={documents}
          order={number}
          words={(document) => dayWords(document.issued_on)}
          currency={currency}
        />
      )}
    </section>
  );
}
