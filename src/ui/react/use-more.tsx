import { useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';

interface Shown<Row> {
  readonly shown: readonly Row[];
  /** Null where nothing is left out. */
  readonly more: ReactNode;
}

/** The first so many of what can be thousands, and more on request. */
export function useMore<Row>(rows: readonly Row[], step: number, name: string): Shown<Row> {
  const [most, setMost] = useState(step);
  const left = rows.length - most;
  const next = Math.min(step, left);
  const more = left > 0 && (
    <Button size="small" onClick={() => setMost(most + step)}>
      Show {next} more of {rows.length.toLocaleString('en-GB')} {name}
    </Button>
  );
  return { shown: rows.slice(0, most), more: more || null };
}
