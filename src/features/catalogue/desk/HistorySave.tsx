import { momentWords } from '#shared/date-words.ts';
import type { BatchRow } from '#features/batches/model/batch-desk.ts';
import type { ProductForm } from '../model/form/product-form.ts';
import {
  fieldChanges,
  type ProductChange,
  type ProductSave,
  whyNotBack,
} from '../model/form/product-history.ts';
import { Button } from '#ui/react/Button.tsx';
import { Difference } from '#desk-kit/ui/Difference.tsx';
import { putBack, putBackVersion } from '../store/desk-history.ts';
import styles from '#ui/styles/desk.module.css';
import { changedName } from './changed-name.ts';
import { fieldTitle, partTitle, valueWords } from './part-words.ts';

type Props = {
  readonly form: ProductForm;
  readonly batches: readonly BatchRow[];
  readonly saves: readonly ProductSave[];
  readonly save: ProductSave;
  readonly index: number;
};

export function HistorySave({ form, batches, saves, save, index }: Props) {
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
            aria-label={`Restore the product as it was after ${when}`}
            onClick={() => putBackVersion(saves, index)}
          >
            Restore this version
          </Button>
        )}
      </header>
      <ul>
        {save.changes.map((change) => (
          <Change key={change.id} name={changedName(form, batches, change)} change={change} />
        ))}
      </ul>
    </li>
  );
}

type ChangeProps = { readonly name: string; readonly change: ProductChange };

function Change({ name, change }: ChangeProps) {
  const { action, part } = change;
  if (action !== 'update') {
    const verb = action === 'insert' ? 'added' : 'removed';
    const back = action === 'insert' ? 'Remove it again' : 'Put it back';
    return (
      <li>
        <span>
          {partTitle(part)} {name !== '' && <q>{name}</q>} {verb}.
        </span>
        {part !== 'product' && (
          <PutBack change={change} words={back} of={`: ${partTitle(part)} ${name}`} />
        )}
      </li>
    );
  }
  const at = part === 'product' ? '' : `${partTitle(part)} ${name}: `;
  return fieldChanges(change).map(({ column, before, after }) => (
    <li key={column}>
      <span>
        <span className={styles['small']}>
          {at}
          {fieldTitle(part, column)}
        </span>
        <Difference
          before={valueWords(part, column, before)}
          after={valueWords(part, column, after)}
        />
      </span>
      <PutBack
        change={change}
        column={column}
        words="Put back"
        of={` ${at}${fieldTitle(part, column)}`}
      />
    </li>
  ));
}

type PutBackProps = {
  readonly change: ProductChange;
  readonly column?: string;
  readonly words: string;
  readonly of: string;
};

/** Or why it can't be. */
function PutBack({ change, column, words, of }: PutBackProps) {
  const reason = whyNotBack(change, column);
  if (reason !== null) return <span className={styles['small']}>{reason}</span>;
  return (
    <Button
      size="small"
      look="quiet"
      aria-label={`${words}${of}`}
      onClick={() => putBack(change, column)}
    >
      {words}
    </Button>
  );
}
