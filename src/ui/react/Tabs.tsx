import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from '../styles/tabs.module.css';
import { showWithin } from './show-within.ts';

type Tab = { readonly id: string; readonly label: ReactNode };

type Props = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** For whoever has another place for the row. */
  readonly renderRow?: (row: ReactNode) => ReactNode;
  readonly children: ReactNode;
};

const steps: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1 };

export function Tabs({ label, tabs, selected, onSelect, renderRow, children }: Props) {
  const prefix = useId();
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => showWithin(row.current, `[data-tab="${selected}"]`), [selected]);

  function move(event: KeyboardEvent) {
    const step = steps[event.key];
    if (step === undefined) return;
    const index = tabs.findIndex((tab) => tab.id === selected);
    const next = tabs.at((index + step) % tabs.length);
    if (next === undefined) return;
    onSelect(next.id);
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }

  const tablist = (
    <div ref={row} className={styles['row']} role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${prefix}-${tab.id}`}
          data-tab={tab.id}
          className={styles['tab']}
          aria-selected={tab.id === selected}
          aria-controls={`${prefix}-panel`}
          tabIndex={tab.id === selected ? 0 : -1}
          onKeyDown={move}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
  return (
    <div>
      {renderRow ? renderRow(tablist) : tablist}
      <div
        id={`${prefix}-panel`}
        className={styles['panel']}
        role="tabpanel"
        aria-labelledby={`${prefix}-${selected}`}
      >
        {children}
      </div>
    </div>
  );
}
