import { useStore } from '@nanostores/react';
import { hardToTell } from '../model/colour-difference.ts';
import { nearPairs, type NearPair } from '../model/near-colours.ts';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { Table } from '#ui/react/Table.tsx';
import { routes } from '#routes.ts';
import {
  $allColours,
  $coloursProblem,
  readAllColours,
  type ComparedColour,
} from '../store/desk-colorways.ts';
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

function PairTable({ pairs }: { readonly pairs: readonly NearPair<ComparedColour>[] }) {
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
              <Colour {...one.values} />
            </td>
            <td>
              <Colour {...other.values} />
            </td>
            <td>{difference.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Colour({ name, code, physical_code: number, colour, palette }: ComparedColour) {
  return (
    <span className={styles['tint']}>
      <ColourSwatch colour={colour} />
      <span>
        <a href={`${routes.admin.colorways}?q=${encodeURIComponent(code)}`}>{name}</a> {number}{' '}
        <span className={styles['small']}>{palette?.title}</span>
      </span>
    </span>
  );
}
