import { useStore } from '@nanostores/react';
import { csvLine } from '#shared/csv.ts';
import { countryWords, reachWords, type ProductReach } from '../model/product-reach.ts';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Progress } from '#desk-kit/ui/Progress.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { Table } from '#ui/react/Table.tsx';
import { $reach, readReach, stopReach } from '../store/desk-reach.ts';
import styles from '#ui/styles/desk.module.css';
import stacked from '#ui/styles/stacked-table.module.css';
import { DeskLink } from '#desk-kit/gate/DeskLink.tsx';
import checkStyles from './check.module.css';

/** Whether a visitor can buy each product now, and from where not. */
export function ReachView() {
  const { products, countries, total, isRunning, problem } = useStore($reach);
  const isPartly = products.some((one) => !one.can_be_ordered || one.blocked.length > 0);
  return (
    <div className={styles['stack']}>
      <div className={styles['line']}>
        <output>{!isRunning && total > 0 && triedWords(products.length, total, countries)}</output>
        <span className={checkStyles['keys']}>
          <Button
            size="small"
            disabled={products.length === 0}
            onClick={() => saveReach(products, countries)}
          >
            Export CSV
          </Button>
          <Button size="small" disabled={isRunning} onClick={() => void readReach()}>
            Refresh
          </Button>
        </span>
      </div>
      {isRunning && (
        <Progress
          label="Checking each product for each country"
          value={products.length}
          goal={Math.max(total, 1)}
          onCancel={stopReach}
        />
      )}
      {problem !== null && (
        <Notice tone="fault" role="alert" title="Some products could not be checked">
          <p>{problem}</p>
        </Notice>
      )}
      {!isRunning && products.length === 0 && problem === null && (
        <EmptyState title="No products">
          Published products and the countries they can be bought from.
        </EmptyState>
      )}
      {!isRunning && products.length > 0 && !isPartly && (
        <p className={styles['small']}>Every product can be bought from every country.</p>
      )}
      {products.length > 0 && (
        <div className={`${stacked['stacks']} ${checkStyles['cards']}`}>
          <ReachTable products={products} countries={countries} />
        </div>
      )}
    </div>
  );
}

function triedWords(tried: number, total: number, countries: number): string {
  const products = tried === total ? `${total} products` : `${tried} of ${total} products`;
  return `${products}, checked for ${countries} countries.`;
}

type Props = { readonly products: readonly ProductReach[]; readonly countries: number };

/** A page of ten thousand rows answers nobody. */
const mostRows = 200;

/** What can't be bought stands first. */
function ReachTable({ products, countries }: Props) {
  const weight = ({ can_be_ordered: canBeOrdered, blocked }: ProductReach) =>
    canBeOrdered ? -blocked.reduce((sum, each) => sum + each.countries.length, 0) : -10_000;
  return (
    <>
      <Table label="Where products can be bought">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Can be bought</th>
            <th scope="col">Why not elsewhere</th>
          </tr>
        </thead>
        <tbody>
          {products
            .toSorted((one, other) => weight(one) - weight(other))
            .slice(0, mostRows)
            .map((product) => (
              <tr key={product.id}>
                <th scope="row">
                  <DeskLink desk="products" search={`?product=${product.id}`}>
                    {product.title}
                  </DeskLink>
                </th>
                <td data-label="Can be bought">{reachWords(product, countries)}</td>
                <td className={checkStyles['across']} data-label="Why not elsewhere">
                  {product.blocked.map(({ reason, countries: out }) => (
                    <div key={reason}>
                      <DeskLink desk="shipping">{countryWords(out)}</DeskLink>: {reason}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
        </tbody>
      </Table>
      {products.length > mostRows && (
        <p className={styles['small']}>
          The first {mostRows} of {products.length} shown, unavailable first. Export the CSV to see
          all of them.
        </p>
      )}
    </>
  );
}

function saveReach(products: readonly ProductReach[], countries: number): void {
  const lines = products.map((product) =>
    csvLine([
      product.title,
      reachWords(product, countries),
      product.blocked
        .map(({ reason, countries: out }) => `${out.join(', ')}: ${reason}`)
        .join('; '),
    ]),
  );
  saveFile('reach.csv', ['\uFEFF', csvLine(['product', 'can be bought', 'why not']), ...lines]);
}
