import { plainText } from '#domain/desk-row.ts';
import type { PartConflict, ProductForm } from '#domain/product-form.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Table } from '#islands/ui/Table.tsx';
import { settleProduct, type ProductDesk } from '#stores/desk-product.ts';
import styles from '#styles/desk/desk.module.css';

type Props = { readonly desk: Extract<ProductDesk, { readonly status: 'open' }> };

const uninteresting = new Set(['version', 'updated_at', 'created_at']);

/** Both values of everything that differs, before anything is written over. */
export function ProductConflict({ desk }: Props) {
  const rows = desk.conflicts.flatMap((conflict) => differences(desk.form, conflict));
  return (
    <Notice tone="caution" role="alert" title="Someone else saved this product in the meantime">
      <p>Nothing of yours is written yet, and nothing of theirs is lost.</p>
      <Table label="Both values">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, column, theirs, mine }) => (
            <tr key={key}>
              <th scope="row">{column}</th>
              <td>{theirs}</td>
              <td>{mine}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <div className={styles['line']}>
        <Button size="small" onClick={() => void settleProduct(false)}>
          Take theirs, drop mine
        </Button>
        <Button size="small" look="primary" onClick={() => void settleProduct(true)}>
          Save mine over it
        </Button>
      </div>
    </Notice>
  );
}

function differences(form: ProductForm, { part, id, theirs }: PartConflict) {
  const mine = part === 'product' ? form.product : form[part].find((row) => row.id === id);
  if (!theirs) return [{ key: id, column: part, theirs: 'removed', mine: 'still here' }];
  return Object.entries(mine?.values ?? {}).flatMap(([column, value]) => {
    const other = plainText(theirs.values[column]);
    const own = plainText(value);
    if (uninteresting.has(column) || other === own) return [];
    return [{ key: `${id} ${column}`, column, theirs: other, mine: own }];
  });
}
