import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Faults } from '#desk-kit/model/desk-faults.ts';
import type { AnyValues, Draft } from '#desk-kit/model/desk-row.ts';
import { RowDesk, type RowDeskParts } from '#desk-kit/table/RowDesk.tsx';
import type { DeskTable } from '#desk-kit/store/desk-table.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import type { KnownSettings } from '../model/text-faults.ts';
import { $numbers } from '../store/desk-texts.ts';
import { TextPreview } from './TextPreview.tsx';

interface Parts<Values> extends Omit<RowDeskParts<Values>, 'fields' | 'faultsOf'> {
  readonly fields: readonly RowField[];
  faultsOf(row: Draft<Values>, known: KnownSettings): Faults;
  /** The columns that the page shows as a text. */
  readonly preview?: {
    readonly title: keyof Values & string;
    readonly body: keyof Values & string;
  };
  renderMore?(row: Draft<Values>): ReactNode;
}

export type TextDeskParts<Table> = Table extends DeskTable<infer Values> ? Parts<Values> : never;

/** Rows with a text, which is shown as its page will show it. */
export function TextDesk<Values extends AnyValues>({ parts }: { readonly parts: Parts<Values> }) {
  const { fields, faultsOf, preview, renderMore, ...rest } = parts;
  const known = useStore($numbers);
  return (
    <RowDesk
      parts={{ ...rest, fields: () => fields, faultsOf: (row) => faultsOf(row, known) }}
      renderMore={(form) =>
        (preview ?? renderMore) && (
          <>
            {preview && <TextPreview form={form} {...preview} />}
            {form.row && renderMore?.(form.row)}
          </>
        )
      }
    />
  );
}
