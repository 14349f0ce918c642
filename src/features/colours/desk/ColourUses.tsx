import { Suspense, use } from 'react';
import type { Given } from '#shared/backend/given.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { usesOf } from '../store/desk-colorways.ts';
import styles from '#ui/styles/desk.module.css';
import { DeskLink } from '#desk-kit/gate/DeskLink.tsx';

type Props = { readonly row: Pick<DeskRow, 'id' | 'version'> };

/** Who needs the colour, and so what becomes of it when it is let go. */
export function ColourUses({ row }: Props) {
  return (
    <section className={styles['card']} aria-label="Where it is used">
      <h2>Where it is used</h2>
      <Suspense fallback={<Skeleton lines={2} label="Checking where it is used" />}>
        <Uses row={row} />
      </Suspense>
    </section>
  );
}

function Uses({ row }: Props) {
  const found = use(usesOf(row));
  if (typeof found === 'string') return <p role="alert">{found}</p>;
  const { uses, offered_by: offeredBy } = found;
  return (
    <>
      <p className={styles['small']}>
        {uses.length === 0
          ? 'Nothing uses it yet: it can be removed.'
          : 'It is in use, so removing it archives it.'}
      </p>
      <ul className={styles['plain']}>
        {uses.map(({ place, count, things }) => (
          <li key={place}>
            <b>{count}</b> {place}
            {things.length > 0 && ': '}
            <Things things={things} />
          </li>
        ))}
        {offeredBy.length > 0 && (
          <li>
            Its palette is offered by <Things things={offeredBy} />
          </li>
        )}
      </ul>
    </>
  );
}

const parameterOf = { products: 'product', lists: 'list' } as const;

/** Titles have commas of their own. */
function Things({ things }: { readonly things: Given<'colorway_uses'>['uses'][number]['things'] }) {
  return things.map(({ kind, id, title }, index) => (
    <span key={`${kind} ${id} ${title}`}>
      {index > 0 && '; '}
      <DeskLink desk={kind} search={`?${parameterOf[kind]}=${encodeURIComponent(id)}`}>
        {title}
      </DeskLink>
    </span>
  ));
}
