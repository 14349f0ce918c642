import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { countCaps } from '#features/designs/model/design-counts.ts';
import { layoutOf, type Paint } from '#features/designs/model/design.ts';
import { $designSheet, readSheet, sheetOfAddress } from '../store/design-sheet.ts';
import { StillBoard } from '#features/designs/ui/StillBoard.tsx';
import { nameOfKey } from './paint-actions.ts';
import styles from './design.module.css';

const line = 'window' in globalThis ? sheetOfAddress() : null;
if (line !== null) void readSheet(line);

/** What the maker is told: every cap by row, size and code, as it was ordered. Made to be printed. */
export function ProductionSheet() {
  const state = useStore($designSheet);
  if (state.kind === 'loading') return <Skeleton picture lines={6} label="Loading the sheet" />;
  if (state.kind === 'failed')
    return (
      <Notice tone="fault" role="alert" title="The production sheet could not be loaded">
        <p>{state.error.message}</p>
        <Button onClick={() => line !== null && void readSheet(line)}>Try again</Button>
      </Notice>
    );
  const { order, title, variant_title: variantTitle, sku, quantity } = state.sheet;
  const { name, design, colours } = state.sheet.design;
  const codeOf = ({ code, hex }: Paint): string => {
    const colour = code === undefined ? undefined : colours[code];
    return colour === undefined ? hex : `${colour.physical_code} ${colour.name}`;
  };
  const rows = countCaps(design);
  const caps = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <article className={styles['design']}>
      <h1>Production sheet, {order}</h1>
      <p>
        {title}, {variantTitle} ({sku}). Design “{name}”, {design.profile} profile,{' '}
        {layoutOf(design).keys.length} keys. {quantity} × {caps} = <b>{quantity * caps} caps</b>.
      </p>
      <Button className="no-print" onClick={() => print()}>
        Print
      </Button>
      <StillBoard design={design} name={name} view="top" id="sheet" />
      <table className={styles['sheet']}>
        <caption>Caps in one set and in the whole order line</caption>
        <thead>
          <tr>
            {['Row', 'Size', 'Cap', 'Legend', 'Keys', 'One set', 'In all'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, size, cap, legend, keys, count }) => (
            <tr key={keys.join()}>
              <td>{row}</td>
              <td>{size}</td>
              <td>{codeOf(cap)}</td>
              <td>{design.legends === 'off' ? 'none' : codeOf(legend)}</td>
              <td>{keys.map((key) => nameOfKey(design, key)).join(' · ')}</td>
              <td>{count}</td>
              <td>{count * quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
