import type { ReactNode } from 'react';
import type { LineFacts } from '../model/goods.ts';
import styles from '#ui/styles/goods-line.module.css';

type Props = {
  /** Null while nothing is known of it yet. */
  readonly facts: Pick<
    LineFacts,
    'title' | 'variantTitle' | 'flaws' | 'choices' | 'picture'
  > | null;
  readonly path: string | null;
  /** What the line costs. */
  readonly price?: ReactNode;
  readonly note?: ReactNode;
  readonly small?: boolean;
  readonly children?: ReactNode;
};

/** One thing in a cart or an order: its picture in its own colours, its name, and what is done with it. */
export function GoodsLine({ facts, path, price, note, small = false, children }: Props) {
  const title = facts?.title ?? 'Loading the item';
  return (
    <article className={`${styles['line']}${small ? ` ${styles['small']}` : ''}`}>
      <div className={styles['studio']}>
        {facts?.picture && (
          <img src={facts.picture.src} alt="" width="160" height="120" loading="lazy" />
        )}
        {facts !== null && facts.picture === null && (
          <span className={styles['none']}>No picture</span>
        )}
      </div>
      <div className={styles['words']}>
        <h3 className={styles['title']}>{path === null ? title : <a href={path}>{title}</a>}</h3>
        {facts !== null && facts.variantTitle !== facts.title && (
          <p className={styles['variant']}>{facts.variantTitle}</p>
        )}
        {facts !== null && facts.choices.length > 0 && (
          <p className={styles['choices']}>{facts.choices.join(' · ')}</p>
        )}
        {facts !== null && facts.flaws !== '' && (
          <p className={styles['flaws']}>Flaws: {facts.flaws}</p>
        )}
        {note !== undefined && <p className={styles['note']}>{note}</p>}
      </div>
      {price !== undefined && <p className={styles['price']}>{price}</p>}
      {children !== undefined && <div className={styles['acts']}>{children}</div>}
    </article>
  );
}
