import { useState } from 'react';
import { Button } from './Button.tsx';

type Props = {
  readonly text: string;
  /** What is copied, for who hears the key without seeing what it stands beside. */
  readonly what: string;
};

/** Copies a text and says so; where the browser does not let it, the text stands beside it to be copied by hand. */
export function CopyButton({ text, what }: Props) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <span className="no-print">
      <Button look="quiet" size="small" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        Copy
      </Button>
      <output>
        {outcome === 'copied' && ' Copied'}
        {outcome === 'refused' && ' Please copy it by hand'}
      </output>
    </span>
  );
}
