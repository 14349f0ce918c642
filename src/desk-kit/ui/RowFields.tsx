import { useId, useState } from 'react';
import type { DeskRow } from '../model/desk-row.ts';
import { typedValue, valueToText, type FieldKind } from '../model/field-text.ts';
import type { RowPatch } from '../model/table-edit.ts';
import { isUnread } from '../model/unread.ts';
import styles from '#ui/styles/desk.module.css';
import { Choice } from '#ui/react/Choice.tsx';
import { Field, Select, TextArea } from '#ui/react/Field.tsx';
import { FoundField, type Findable } from './FoundField.tsx';
import { Several } from './Several.tsx';

type Shared = {
  readonly name: string;
  readonly title: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly isWide?: boolean;
  readonly isLocked?: boolean;
  /** What is often typed here; anything else may be. */
  readonly suggestions?: readonly string[];
};

export type RowField = Shared &
  (
    | { readonly kind: FieldKind | 'check' }
    | {
        readonly kind: 'choice' | 'several';
        readonly choices: readonly { readonly value: string; readonly label: string }[];
      }
    | Findable
  );

type Props = {
  readonly row: DeskRow;
  readonly fields: readonly RowField[];
  readonly onPatch: (patch: RowPatch) => void;
  readonly errors?: Readonly<Record<string, string>>;
  readonly isLocked?: boolean;
};

/** The fields of one row, each as its kind wants it. */
export function RowFields({ row, fields, onPatch, errors = {}, isLocked = false }: Props) {
  return (
    <fieldset className={styles['fields']} disabled={isLocked}>
      {fields.map((field) => (
        <div
          key={`${row.id} ${field.name}`}
          className={field.isWide ? styles['wide'] : undefined}
          data-field={field.name}
        >
          <OneField row={row} field={field} onPatch={onPatch} error={errors[field.name]} />
        </div>
      ))}
    </fieldset>
  );
}

type One = Pick<Props, 'row' | 'onPatch'> & {
  readonly field: RowField;
  readonly error: string | undefined;
};

function OneField({ row, field, onPatch, error }: One) {
  const { name, title, hint, isOptional = false, isLocked = false } = field;
  const value = row.values[name];
  const around = { hint, error, disabled: isLocked };
  if (field.kind === 'check') {
    return (
      <Choice
        type="checkbox"
        label={title}
        checked={value === true}
        onChange={(event) => onPatch({ [name]: event.target.checked })}
        {...around}
      />
    );
  }
  if (field.kind === 'choice') {
    return (
      <Select
        label={title}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) =>
          onPatch({ [name]: event.target.value === '' && isOptional ? null : event.target.value })
        }
        {...around}
      >
        {isOptional && <option value="">None</option>}
        {field.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    );
  }
  if (field.kind === 'found') return <FoundField row={row} field={field} onPatch={onPatch} />;
  if (field.kind === 'several') return <Several row={row} field={field} onPatch={onPatch} />;
  return (
    <TypedField row={row} field={{ ...field, kind: field.kind }} onPatch={onPatch} error={error} />
  );
}

const inputTypes = {
  text: 'text',
  number: 'text',
  money: 'text',
  date: 'date',
  moment: 'datetime-local',
  colour: 'color',
} as const;

/** What was typed stands there as it was typed, until the value becomes another. */
function TypedField({ row, field, onPatch, error }: One & { field: Shared & { kind: FieldKind } }) {
  const { kind, name, title, hint, isOptional = false, isLocked = false, suggestions } = field;
  const list = useId();
  const value = row.values[name];
  const stored = valueToText(kind, value);
  const [draft, setDraft] = useState<{ text: string; over: string } | null>(null);
  const shared = {
    label: title,
    hint: kind === 'moment' ? `${hint ?? ''} ${zoneWords(value)}`.trim() : hint,
    error: isUnread(value) ? value.fault : error,
    disabled: isLocked,
    optional: false,
  };
  function type(text: string) {
    const next = typedValue(kind, text, isOptional);
    onPatch({ [name]: next });
    setDraft({ text, over: valueToText(kind, next) });
  }
  const shown = draft?.over === stored ? draft.text : stored;
  if (kind === 'area' || kind === 'lines') {
    return <TextArea {...shared} value={shown} onChange={(event) => type(event.target.value)} />;
  }
  return (
    <>
      <Field
        {...shared}
        type={inputTypes[kind]}
        inputMode={kind === 'money' ? 'decimal' : kind === 'number' ? 'numeric' : undefined}
        list={suggestions && list}
        value={kind === 'colour' && shown === '' ? '#808080' : shown}
        onChange={(event) => type(event.target.value)}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

function zoneWords(value: unknown): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const utc = typeof value === 'string' ? `, ${value.slice(0, 16).replace('T', ' ')} UTC` : '';
  return `In ${zone}${utc}`;
}
