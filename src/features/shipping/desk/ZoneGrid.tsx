import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { Notice } from '#ui/react/Notice.tsx';
import { Table } from '#ui/react/Table.tsx';
import {
  cellKey,
  gapsOf,
  priceText,
  ratesOn,
  readPrice,
  savedPrice,
  stepsOf,
  stepWords,
  valueWords,
  weightWords,
  type RateStep,
  type ZoneMethod,
} from '../model/rate-grid.ts';
import { methodsOf, typePrice, zoneMethodForm, type OpenZone } from '../store/desk-zone-page.ts';
import styles from '#ui/styles/desk.module.css';
import own from './zone-grid.module.css';

type Props = { readonly page: OpenZone };

/** What a parcel of each weight costs by each method; each cell is a field. */
export function ZoneGrid({ page }: Props) {
  const { methods, draft } = page;
  const grid = useRef<HTMLDivElement>(null);
  const steps = stepsOf(draft);
  const byValue = draft.values.length > 1;
  return (
    <div ref={grid} className={own['grid']}>
      <Table label="Prices by weight and method">
        <thead>
          <tr>
            <th scope="col" className={styles['stays']}>
              {byValue ? 'Weight and order value' : 'Weight'}
            </th>
            {methods.map((method) => (
              <th key={method.id} scope="col">
                <button
                  type="button"
                  className={own['method']}
                  aria-label={`Change the method ${method.values.name}`}
                  onClick={() => zoneMethodForm.open(method)}
                >
                  {method.values.name}
                </button>
                <span className={styles['byline']}>
                  {method.values.carrier}
                  {!method.values.is_offered && ', not offered'}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, row) => (
            <tr key={stepWords(step)}>
              <th scope="row" className={styles['stays']}>
                {weightWords(step)}
                {byValue && <span className={styles['byline']}>{valueWords(step)}</span>}
              </th>
              {methodsOf(page).map((method, column) => (
                <td key={method.id}>
                  <Cell
                    page={page}
                    step={step}
                    method={method}
                    place={{ row, column }}
                    grid={grid}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <p className={own['help']}>
        Prices in euro, tax included. 0.00 is free; leave a cell empty where the method is not
        offered. Tab and the arrow keys move, Enter goes down, Escape restores the saved price.
      </p>
    </div>
  );
}

type Place = { readonly row: number; readonly column: number };

type CellProps = Props & {
  readonly step: RateStep;
  readonly method: ZoneMethod;
  readonly place: Place;
  readonly grid: RefObject<HTMLDivElement | null>;
};

function Cell({ page, step, method, place, grid }: CellProps) {
  const saved = savedPrice(ratesOn(page.rates, page.day), method.id, step);
  const typed = page.draft.typed.get(cellKey(method.id, step));
  const text = typed ?? priceText(saved);
  const read = readPrice(text);
  const fault = read.ok ? null : read.error;
  const name = `${method.name}, ${stepWords(step)}`;
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && typed !== undefined) {
      typePrice(method.id, step, priceText(saved));
      event.preventDefault();
      return;
    }
    const next = nextPlace(event, place);
    const cell = next && cellAt(grid.current, next);
    if (!cell) return;
    event.preventDefault();
    cell.focus();
  };
  return (
    <>
      <input
        className={own['cell']}
        inputMode="decimal"
        autoComplete="off"
        aria-label={name}
        aria-invalid={fault !== null || undefined}
        aria-describedby={
          fault === null ? undefined : `${own['cell']}-${place.row}-${place.column}`
        }
        data-cell={`${place.row}:${place.column}`}
        data-changed={typed === undefined ? undefined : ''}
        placeholder="–"
        value={text}
        disabled={page.isSaving}
        onFocus={(event) => event.target.select()}
        onChange={(event) => typePrice(method.id, step, event.target.value)}
        onKeyDown={keys}
      />
      {fault !== null && (
        <span
          className={own['note']}
          id={`${own['cell']}-${place.row}-${place.column}`}
          role="alert"
        >
          {fault}
        </span>
      )}
      {fault === null && typed !== undefined && (
        <span className={styles['small']}>was {priceText(saved) || 'empty'}</span>
      )}
      {fault === null && typed === undefined && saved === 0 && (
        <span className={styles['small']}>free</span>
      )}
    </>
  );
}

const cellAt = (grid: HTMLDivElement | null, { row, column }: Place) =>
  grid?.querySelector<HTMLInputElement>(`[data-cell="${row}:${column}"]`) ?? null;

/** Sideways only from the edge of what is typed: within it the keys move the caret. */
function nextPlace(event: KeyboardEvent<HTMLInputElement>, { row, column }: Place): Place | null {
  const { selectionStart: start, selectionEnd: end, value } = event.currentTarget;
  const isWhole = start === 0 && end === value.length;
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.key === 'ArrowUp') return { row: row - 1, column };
  if (event.key === 'ArrowDown' || event.key === 'Enter') return { row: row + 1, column };
  if (event.key === 'ArrowLeft' && (isWhole || end === 0)) return { row, column: column - 1 };
  if (event.key === 'ArrowRight' && (isWhole || start === value.length))
    return { row, column: column + 1 };
  return null;
}

/** Which parcels nobody can send by a method, said before a customer finds out. */
export function ZoneGaps({ page }: Props) {
  const steps = stepsOf(page.draft);
  const now = ratesOn(page.rates, page.day);
  const priceOf = (methodId: string) => (step: RateStep) => {
    const typed = page.draft.typed.get(cellKey(methodId, step));
    const read = typed === undefined ? null : readPrice(typed);
    return read?.ok ? read.value : savedPrice(now, methodId, step);
  };
  const gaps = methodsOf(page).flatMap((method) => gapsOf(method, steps, priceOf(method.id)));
  return (
    <Notice
      tone={gaps.length === 0 ? 'info' : 'caution'}
      title={gaps.length === 0 ? 'No gaps' : 'Parcels without a price'}
    >
      {gaps.length === 0 ? (
        <p>Each method has a price for every weight that it takes. No two prices overlap.</p>
      ) : (
        <ul className={styles['plain']}>
          {gaps.map((gap) => (
            <li key={gap}>{gap}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
