import { useStore } from '@nanostores/react';
import { textOf, valueAt, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { hardToTell } from '../model/colour-difference.ts';
import { nearPairs, type NearPair } from '../model/near-colours.ts';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { Table } from '#ui/react/Table.tsx';
import { routes } from '#routes.ts';
import { $allColours, $coloursProblem, readAllColours } from '../store/desk-colorways.ts';
import styles from '#ui/styles/desk.module.css';
import { ColourSwatch } from './ColourSwatch.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';

/** Pairs that nobody tells apart: often one colour under two names. */
export function NearColours() {
  const rows = useStore($allColours);
  const problem = useStore($coloursProblem);
  if (rows === null && problem !== null) {
    return (
      <NotRead
        title="The colours could not be loaded"
        message={problem}
        onAgain={() => void readAllColours()}
      />
    );
  }
  if (rows === null) return <Skeleton lines={10} label="Comparing colours" />;
  const pairs = nearPairs(rows);
  if (pairs.length === 0) {
    return (
      <EmptyState title="All colours are distinct">
        No two colours are closer than ΔE {hardToTell}.
      </EmptyState>
    );
  }
  return (
    <div className={styles['stack']}>
      <p className={styles['small']}>
        {pairs.length === 1 ? 'One pair is' : `${pairs.length} pairs are`} closer than ΔE{' '}
        {hardToTell} and look the same side by side. Closest first.
      </p>
      <PairTable pairs={pairs} />
    </div>
  );
}

function PairTable({ pairs }: { readonly pairs: readonly NearPair[] }) {
  return (
    <Table label="Near duplicates">
      <thead>
        <tr>
          <th scope="col">Colour</th>
          <th scope="col">Similar colour</th>
          <th scope="col">ΔE</th>
        </tr>
      </thead>
      <tbody>
        {pairs.slice(0, 200).map(({ one, other, difference }) => (
          <tr key={`${one.id} ${other.id}`}>
            <td>
              <Colour row={one} />
            </td>
            <td>
              <Colour row={other} />
            </td>
            <td>{difference.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Colour({ row }: { readonly row: DeskRow }) {
  const palette = valueAt(row, 'palette.title');
  return (
    <span className={styles['tint']}>
      <ColourSwatch colour={textOf(row, 'colour')} />
      <span>
        <a href={`${routes.admin.colorways}?q=${encodeURIComponent(textOf(row, 'code'))}`}>
          {textOf(row, 'name')}
        </a>{' '}
        {textOf(row, 'physical_code')}{' '}
        <span className={styles['small']}>{typeof palette === 'string' ? palette : ''}</span>
      </span>
    </span>
  );
}
