import { textsOf, type DeskRow } from '../model/desk-row.ts';
import type { RowPatch } from '../model/table-edit.ts';
import styles from '#ui/styles/desk.module.css';
import { Choice } from '#ui/react/Choice.tsx';

type Props = {
  readonly row: DeskRow;
  readonly field: {
    readonly name: string;
    readonly title: string;
    readonly choices: readonly { readonly value: string; readonly label: string }[];
  };
  readonly onPatch: (patch: RowPatch) => void;
};

/** Any number of choices of a list. */
export function Several({ row, field, onPatch }: Props) {
  const { name, title } = field;

  const chosen = textsOf(row, name);
  const toggle = (each: string) =>
    chosen.includes(each) ? chosen.filter((other) => other !== each) : [...chosen, each];
  return (
    <fieldset className={styles['several']}>
      <legend>{title}</legend>
      {field.choices.map((choice) => (
        <Choice
          key={choice.value}
          type="checkbox"
          label={choice.label}
          checked={chosen.includes(choice.value)}
          onChange={() => onPatch({ [name]: toggle(choice.value) })}
        />
      ))}
    </fieldset>
  );
}
