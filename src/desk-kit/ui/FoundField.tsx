import { textOf, type DeskRow } from '../model/desk-row.ts';
import type { Result } from '#shared/result.ts';
import type { RowPatch } from '../model/table-edit.ts';
import styles from '#ui/styles/desk.module.css';
import { Button } from '#ui/react/Button.tsx';
import { SuggestField, type Suggestion } from './SuggestField.tsx';

/** One of very many, by its id. */
export type Findable = {
  readonly kind: 'found';
  readonly titles: Readonly<Record<string, string>>;
  readonly find: (
    text: string,
    signal: AbortSignal,
  ) => Promise<Result<readonly Suggestion[], string>>;
};

type Props = {
  readonly row: DeskRow;
  readonly field: Findable & {
    readonly name: string;
    readonly title: string;
    readonly hint?: string;
    readonly isOptional?: boolean;
  };
  readonly onPatch: (patch: RowPatch) => void;
};

/** What is chosen stands there by its title, and another is looked for: none could list them all. */
export function FoundField({ row, field, onPatch }: Props) {
  const { name, title, hint = '', isOptional = false, titles, find } = field;
  const id = textOf(row, name);
  return (
    <div className={styles['found']}>
      <SuggestField
        label={id === '' ? title : `Another ${title.toLowerCase()}`}
        hint={hint}
        find={find}
        onPick={(found) => onPatch({ [name]: found.id })}
      />
      {id !== '' && (
        <p>
          <span>
            {title}: <b>{titles[id] ?? '…'}</b>
          </span>
          {isOptional && (
            <Button size="small" look="quiet" onClick={() => onPatch({ [name]: null })}>
              Without a {title.toLowerCase()}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
