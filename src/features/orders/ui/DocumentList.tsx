import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { documentTitle } from '../model/document.ts';
import type { OrderDocument } from '../model/order.ts';
import { fetchDocument } from '../store/document-files.ts';
import styles from './documents.module.css';

type Props = {
  readonly documents: readonly OrderDocument[];
  /** Whose secret opens them; null for whoever is signed in. */
  readonly order: string | null;
  readonly words: (document: OrderDocument) => string;
  readonly currency: string;
};

/** Documents with a key each that downloads the PDF. */
export function DocumentList({ documents, order, words, currency }: Props) {
  const [pending, setPending] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const download = async (number: string) => {
    setPending(number);
    setFault(null);
    const answer = await fetchDocument(number, order);
    setPending(null);
    if (answer.ok) saveFile(`${number}.pdf`, [answer.file], 'application/pdf');
    else setFault(answer.message);
  };
  return (
    <>
      <ul className={styles['documents']}>
        {documents.map((document) => (
          <li key={document.number}>
            <span>
              <b>
                {documentTitle(document.kind)} {document.number}
              </b>
              <span className={styles['facts']}>
                {words(document)} · <MoneyText minor={document.total_minor} currency={currency} />
              </span>
            </span>
            <Button
              size="small"
              pending={pending === document.number}
              onClick={() => void download(document.number)}
              aria-label={`Download ${documentTitle(document.kind).toLowerCase()} ${document.number} as a PDF`}
            >
              PDF
            </Button>
          </li>
        ))}
      </ul>
      {fault !== null && <Notice tone="fault" role="alert" title={fault} />}
    </>
  );
}
