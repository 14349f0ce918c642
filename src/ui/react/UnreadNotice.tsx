import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Notice } from './Notice.tsx';

type Props = {
  readonly title: string;
  /** As it was stored, for whoever can make more of it than this page. */
  readonly text: string;
  readonly onHide: () => void;
  readonly children: ReactNode;
};

/** Something that this browser kept could not be read: what happened, and what to do. */
export function UnreadNotice({ title, text, onHide, children }: Props) {
  return (
    <Notice tone="caution" title={title} role="note">
      {children}
      <p>
        The damaged data is still in this browser. To send it to us:{' '}
        <CopyButton text={text} what="the damaged data" />{' '}
        <Button size="small" onClick={onHide}>
          Hide this
        </Button>
      </p>
    </Notice>
  );
}
