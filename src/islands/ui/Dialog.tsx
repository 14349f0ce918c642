import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from '#styles/ui/dialog.module.css';

type Props = {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly drawer?: boolean;
  readonly wide?: boolean;
  /** As large as the window, for a page within the page. */
  readonly vast?: boolean;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
};

export function Dialog(props: Props) {
  const {
    open,
    title,
    onClose,
    drawer = false,
    wide = false,
    vast = false,
    foot,
    children,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  const classes = [
    styles['dialog'],
    drawer && styles['drawer'],
    wide && styles['wide'],
    vast && styles['vast'],
  ];
  return (
    <dialog
      ref={dialog}
      className={classes.filter(Boolean).join(' ')}
      aria-labelledby={id}
      closedby="any"
      onClose={onClose}
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
