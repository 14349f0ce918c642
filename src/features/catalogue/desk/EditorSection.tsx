import { useStore } from '@nanostores/react';
import type { ClipboardEventHandler, ReactNode } from 'react';
import type { SectionMark, SectionName } from '../model/form/product-sections.ts';
import { $folded, fold } from '../store/desk-sections.ts';
import styles from '#ui/styles/desk.module.css';
import own from './editor.module.css';

type Props = {
  readonly name: SectionName;
  readonly title?: string;
  /** A part of the product that problems name as a whole. */
  readonly part?: string;
  readonly mark?: SectionMark | null;
  /** On the smallest screen too. */
  readonly startsOpen?: boolean;
  readonly onPaste?: ClipboardEventHandler;
  readonly children: ReactNode;
};

/** A screen may be too small for all of them at once. */
const isNarrow = () => matchMedia('(width < 48rem)').matches;

export function Mark({ mark }: { readonly mark: SectionMark | null | undefined }) {
  if (!mark) return null;
  return (
    <span className={own['mark']} data-weight={mark.weight}>
      {mark.words}
    </span>
  );
}

/** A section of the editor, which folds. */
export function EditorSection({
  name,
  title = name,
  part,
  mark,
  startsOpen = false,
  onPaste,
  children,
}: Props) {
  const isOpen = useStore($folded)[name] ?? (startsOpen || !isNarrow());
  return (
    <section className={styles['card']} aria-label={name} data-part={part} onPaste={onPaste}>
      <details
        className={own['fold']}
        open={isOpen}
        onToggle={({ currentTarget }) => fold(name, currentTarget.open)}
      >
        <summary>
          <h3>{title}</h3>
          <Mark mark={mark} />
        </summary>
        <div className={own['folded']}>{children}</div>
      </details>
    </section>
  );
}
