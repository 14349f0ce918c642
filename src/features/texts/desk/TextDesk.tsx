import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Faults } from '#desk-kit/model/desk-faults.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { RowDesk, type RowDeskParts } from '#desk-kit/table/RowDesk.tsx';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import type { KnownSettings } from '../model/text-faults.ts';
import { $numbers } from '../store/desk-texts.ts';
import { TextPreview } from './TextPreview.tsx';

export interface TextDeskParts extends Omit<RowDeskParts, 'fields' | 'faultsOf'> {
  readonly fields: readonly RowField[];
  readonly faultsOf: (row: DeskRow, known: KnownSettings) => Faults;
  /** The columns that the page shows as a text. */
  readonly preview?: { readonly title: string; readonly body: string };
  readonly renderMore?: (row: DeskRow) => ReactNode;
}

/** Rows with a text, which is shown as its page will show it. */
export function TextDesk({ parts }: { readonly parts: TextDeskParts }) {
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
