import { useStore } from '@nanostores/react';
import { useDeferredValue } from 'react';
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import type { RowFormState } from '#desk-kit/model/row-form.ts';
import { fillText } from '#shared/filled-text.ts';
import styles from '#ui/styles/desk.module.css';
import { $numbers } from '../store/desk-texts.ts';
import { LateMarkdown } from './LateMarkdown.tsx';
import own from './texts.module.css';

type Props = { readonly form: RowFormState; readonly title: string; readonly body: string };

/** What is typed, as its page will show it: Markdown with the shop’s numbers filled in. */
export function TextPreview({ form: { row, patch }, title, body }: Props) {
  const numbers = useStore($numbers);
  const typed: DeskRow | null = row && { ...row, values: { ...row.values, ...patch } };
  const fill = (text: string) =>
    fillText(
      text,
      (key) => numbers?.get(key),
      (key) => `{{${key}}}`,
    );
  const shown = useDeferredValue(fill(textOf(typed, body)));
  if (typed === null) return null;
  const heading = fill(textOf(typed, title));
  return (
    <section className={own['preview']} aria-label="Preview">
      <p className={styles['small']}>As the page shows it</p>
      {heading !== '' && <h3>{heading}</h3>}
      <LateMarkdown text={shown} />
    </section>
  );
}
