import { useState, type ReactNode } from 'react';
import own from './editor.module.css';

type Props = {
  readonly id: string;
  /** What is to be seen of it while it is folded. */
  readonly glance: ReactNode;
  readonly startsOpen: boolean;
  readonly children: ReactNode;
};

/** One of many parts: a line, and everything of it once it is opened. */
export function FoldingPart({ id, glance, startsOpen, children }: Props) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <div className={own['row']} data-part={id}>
      <details
        className={own['fold']}
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          <span className={own['glance']}>{glance}</span>
        </summary>
        <div className={own['folded']}>{children}</div>
      </details>
    </div>
  );
}
