import type { ReactNode } from 'react';
import { csvLine } from '#shared/csv.ts';
import { Button } from '#ui/react/Button.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { Table } from '#ui/react/Table.tsx';
import styles from '#ui/styles/desk.module.css';
import own from './figures.module.css';

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** A drawing with its numbers behind it, for whoever can't see it or wants to know exactly. */
export function Chart(props: {
  readonly title: string;
  readonly isWide?: boolean;
  /** Under which heading of the page it stands. */
  readonly level?: 2 | 3;
  /** As wide as its place, so that its words are as large as those around it. */
  readonly drawing: (width: number) => Element;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly children?: ReactNode;
}) {
  const { title, isWide = false, level = 3, drawing, head, rows, children } = props;
  return (
    <section className={`${styles['card']}${isWide ? ` ${own['wide']}` : ''}`} aria-label={title}>
      {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
      <div
        className={own['drawing']}
        ref={(place) => place?.replaceChildren(drawing(place.clientWidth))}
      />
      {children}
      <details>
        <summary>As a table</summary>
        <Table label={`${title}, as a table`}>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = '', ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={head[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
        <Button
          size="small"
          onClick={() =>
            saveFile(`${slugOf(title)}.csv`, ['\uFEFF', ...[head, ...rows].map(csvLine)])
          }
        >
          Export CSV
        </Button>
      </details>
    </section>
  );
}
