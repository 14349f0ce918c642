import { useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import styles from '../ui/data-table.module.css';

type Props = { readonly label: ReactNode; readonly children: ReactNode };

/** A small panel below its button; it closes when the focus goes elsewhere. */
export function Menu({ label, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  const leave = (event: FocusEvent) => {
    const isInside = details.current?.contains(event.relatedTarget) ?? false;
    // Pressing a label moves the focus to nothing before it moves to its field.
    if (!isInside && event.relatedTarget !== null) close();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    close();
    details.current?.querySelector('summary')?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens for its own keys
    <details ref={details} className={styles['menu']} onBlur={leave} onKeyDown={keys}>
      <summary>{label}</summary>
      <div className={styles['panel']}>{children}</div>
    </details>
  );
}
