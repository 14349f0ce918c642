import { useRef, useState, type FormEvent } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { packedOf, scanUnit, tickOf, type Scan, type Ticks } from '../../model/packing-scan.ts';
import type { PackingSlip, SlipLine } from '../../model/packing-slip.ts';
import { keepTicks, keptTicks } from '../../store/packing.ts';
import styles from './slips.module.css';
import { goToOrder } from '../use-open-order.ts';

type Props = { readonly number: string; readonly slips: readonly PackingSlip[] };

/** Each scan puts one unit into the box; what does not belong there is told at once. */
export function PackingScan({ number, slips }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [ticks, setTicks] = useState(() => keptTicks(number));
  /** What was in before it was begun again, until the next unit is in. */
  const [taken, setTaken] = useState<Ticks | null>(null);
  const [last, setLast] = useState<Scan | null>(null);
  const parcels = slips.map((slip) => ({ slip, ...packedOf(slip, ticks) }));
  const isDone = parcels.every(({ packed, all }) => packed === all);
  const hasBegun = parcels.some(({ packed }) => packed > 0);

  function put(now: Ticks, before: Ticks | null = null) {
    setTicks(now);
    setTaken(before);
    setLast(null);
    keepTicks(number, now);
    // The key that was pressed may be gone, and the next thing is scanned.
    form.current?.querySelector('input')?.focus();
  }

  function take(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() === '') return;
    const scan = scanUnit(slips, ticks, typed);
    if (scan.kind === 'in') {
      put(scan.ticks);
      setTyped('');
    } else form.current?.querySelector('input')?.select();
    setLast(scan);
  }

  return (
    <>
      <form ref={form} className={`${styles['scan']} no-print`} onSubmit={take}>
        <Field
          label="SKU"
          hint="Scan it, or enter it and press Enter"
          error={last === null || last.kind === 'in' ? undefined : faultWords(last, number)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever holds a scanner touches no keyboard
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <output>
          {last?.kind === 'in' ? `${last.line.title} is in.` : ''}
          {isDone && <span className="visually-hidden"> Everything is packed.</span>}
        </output>
      </form>
      {isDone && (
        <Notice tone="info" title="Everything is packed">
          <p>All items of {number} are in. Mark the order as packed on its page.</p>
          <Button
            size="small"
            look="primary"
            onClick={() => {
              keepTicks(number, {});
              goToOrder(number);
            }}
          >
            Go to the order
          </Button>
        </Notice>
      )}
      {parcels.map(({ slip, packed, all }) => (
        <article key={slip.parcelId} className={styles['sheet']} aria-label={parcelName(slip)}>
          <p className={styles['facts']}>
            <b>{parcelName(slip)}</b>
            <span>
              {packed} of {all} packed
            </span>
          </p>
          <ul className={styles['ticks']}>
            {slip.lines.map((line) => (
              <PackedLine key={line.id} line={line} packed={ticks[tickOf(line)] ?? 0} />
            ))}
          </ul>
        </article>
      ))}
      {hasBegun && (
        <Button size="small" look="quiet" onClick={() => put({}, ticks)}>
          Start again
        </Button>
      )}
      {taken !== null && (
        <Button size="small" look="quiet" onClick={() => put(taken)}>
          Undo
        </Button>
      )}
    </>
  );
}

const parcelName = ({ number, position, parcels }: PackingSlip): string =>
  parcels > 1 ? `${number}, parcel ${position} of ${parcels}` : number;

function faultWords(scan: Exclude<Scan, { readonly kind: 'in' }>, number: string): string {
  return scan.kind === 'wrong'
    ? `${scan.sku} is not in ${number}. Put it back.`
    : `All ${scan.line.pieces} of ${scan.line.sku} are in already. Put this one back.`;
}

function PackedLine({ line, packed }: { readonly line: SlipLine; readonly packed: number }) {
  return (
    <li data-packed={packed === line.pieces ? '' : undefined}>
      <b>
        {packed} of {line.pieces}
      </b>
      <span>
        {line.title}
        {line.choices !== '' && <small>{line.choices}</small>}
      </span>
      <code>{line.sku}</code>
    </li>
  );
}
