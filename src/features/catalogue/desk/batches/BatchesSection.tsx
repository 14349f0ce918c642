import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { Button } from '#ui/react/Button.tsx';
import { saveBatch, type ProductDesk } from '../../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { EditorSection } from '../EditorSection.tsx';
import { BatchForm } from './BatchForm.tsx';
import { ProgressSection } from './ProgressSection.tsx';

type Props = { readonly desk: Extract<ProductDesk, { readonly status: 'open' }> };

export function BatchesSection({ desk }: Props) {
  const { product } = desk.saved;
  const number = desk.batches.length + 1;
  const add = () => {
    const code = `${textOf(product, 'url').toUpperCase()}-R${number}`;
    const title = `${textOf(product, 'title')}, round ${number}`;
    const fresh: DeskRow = { id: code, version: null, values: {} };
    void saveBatch(fresh, { product_id: product.id, code, title, number });
  };
  return (
    <EditorSection name="Batches">
      {desk.batches.length === 0 && (
        <p className={styles['small']}>
          A group buy runs in batches, each with its own window and stages.
        </p>
      )}
      {desk.batches.map((batch) => (
        <BatchForm key={batch.id} batch={batch} variants={desk.saved.variants} />
      ))}
      {desk.batches.length > 0 && <ProgressSection />}
      <div className={styles['line']}>
        <Button size="small" onClick={add}>
          New batch
        </Button>
      </div>
    </EditorSection>
  );
}
