import { momentWords } from '#domain/date-words.ts';
import { textOf } from '#domain/desk-row.ts';
import type { ProductForm } from '#domain/product-form.ts';
import {
  fieldChanges,
  type FieldChange,
  type ProductChange,
  type ProductSave,
} from '#domain/product-history.ts';
import { textChange } from '#domain/text-change.ts';
import { Button } from '#islands/ui/Button.tsx';
import { putBack, putBackVersion } from '#stores/desk-history.ts';
import styles from '#styles/desk/desk.module.css';
import { fieldTitle, partTitle, valueWords } from './field-words.ts';
import own from './history.module.css';

type Props = {
  readonly form: ProductForm;
  readonly saves: readonly ProductSave[];
  readonly save: ProductSave;
  readonly index: number;
};

export function HistorySave({ form, saves, save, index }: Props) {
  const when = momentWords(save.at);
  return (
    <li>
      <header>
        <b>{when}</b>
        <span className={styles['small']}>by {save.who}</span>
        {index > 0 && (
          <Button
            size="small"
            look="quiet"
            aria-label={`Bring back the product as it was after ${when}`}
            onClick={() => putBackVersion(saves, index)}
          >
            Bring this version back
          </Button>
        )}
      </header>
      <ul>
        {save.changes.map((change) => (
          <Change key={change.id} form={form} change={change} />
        ))}
      </ul>
    </li>
  );
}

function Change({ form, change }: { readonly form: ProductForm; readonly change: ProductChange }) {
  const { action, part } = change;
  const name = nameOf(form, change);
  if (action !== 'update') {
    const verb = action === 'insert' ? 'added' : 'removed';
    const back = action === 'insert' ? 'Take it away again' : 'Put it back';
    return (
      <li>
        <span>
          {partTitle(part)} {name !== '' && <q>{name}</q>} {verb}.
        </span>
        {part !== 'product' && (
          <Button
            size="small"
            look="quiet"
            aria-label={`${back}: ${partTitle(part)} ${name}`}
            onClick={() => putBack(change)}
          >
            {back}
          </Button>
        )}
      </li>
    );
  }
  const at = part === 'product' ? '' : `${partTitle(part)} ${name}: `;
  return fieldChanges(change).map((field) => (
    <li key={field.column}>
      <span>
        <span className={styles['small']}>
          {at}
          {fieldTitle(part, field.column)}
        </span>
        <Difference
          before={valueWords(part, field.column, field.before)}
          after={valueWords(part, field.column, field.after)}
        />
      </span>
      <PutBack change={change} field={field} at={at} />
    </li>
  ));
}

function PutBack(props: { change: ProductChange; field: FieldChange; at: string }) {
  const { change, field, at } = props;
  return (
    <Button
      size="small"
      look="quiet"
      aria-label={`Put back ${at}${fieldTitle(change.part, field.column)}`}
      onClick={() => putBack(change, field.column)}
    >
      Put back
    </Button>
  );
}

/** What was struck out and what was written, with a little of what stands around them. */
function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const { lead, rest, ...changed } = textChange(before, after);
  return (
    <span className={own['difference']}>
      {lead}
      {(changed.before !== '' || before === '') && (
        <del>
          <span className="visually-hidden">before: </span>
          {changed.before || 'nothing'}
        </del>
      )}{' '}
      {(changed.after !== '' || after === '') && (
        <ins>
          <span className="visually-hidden">after: </span>
          {changed.after || 'nothing'}
        </ins>
      )}
      {rest}
    </span>
  );
}

function nameOf(form: ProductForm, { part, rowId, before, after }: ProductChange): string {
  if (part === 'product') return '';
  const row = form[part].find(({ id }) => id === rowId) ?? null;
  const said = ['title', 'alt', 'reason'].flatMap((column) => {
    const value = after[column] ?? before[column];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return textOf(row, 'title') || textOf(row, 'alt') || textOf(row, 'reason') || (said[0] ?? '');
}
