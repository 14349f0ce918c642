// chunk: controls
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import styles from '../styles/dialog.module.css';

export type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly drawer?: boolean;
  /** Over the lower edge, under the thumb. */
  readonly sheet?: boolean;
  readonly wide?: boolean;
  /** As large as the window, for a page within the page. */
  readonly vast?: boolean;
  readonly foot?: ReactNode;
  /** For whoever decides themselves when it closes: then neither Escape nor a press beside it does. */
  readonly dialog?: RefObject<HTMLDialogElement | null>;
  readonly children: ReactNode;
};

export function Dialog(props: DialogProps) {
  const {
    open,
    title,
    onClose,
    drawer = false,
    sheet = false,
    wide = false,
    vast = false,
    foot,
    children,
  } = props;
  const own = useRef<HTMLDialogElement>(null);
  const dialog = props.dialog ?? own;
  const id = useId();

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open, dialog]);

  const classes = [
    styles['dialog'],
    drawer && styles['drawer'],
    sheet && styles['sheet'],
    wide && styles['wide'],
    vast && styles['vast'],
  ];
  return (
    <dialog
      ref={dialog}
      className={classes.filter(Boolean).join(' ')}
      aria-labelledby={id}
      closedby={props.dialog ? 'none' : 'any'}
      // Told a moment later, when it may have been opened again.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']} id={id}>
          {title}
        </h2>
        <button type="button" className={styles['close']} aria-label="Close" onClick={onClose}>
          <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" stroke="currentColor" strokeWidth="1.8" />
          </svg>
        </button>
      </div>
      <div className={styles['body']}>{open && children}</div>
      {foot !== undefined && <div className={styles['foot']}>{foot}</div>}
    </dialog>
  );
}
