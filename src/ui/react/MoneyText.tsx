import { formatMoney } from '#shared/money.ts';
import styles from '../styles/money.module.css';

type Props = {
  readonly minor: number;
  readonly currency: string;
  readonly before?: number;
  readonly big?: boolean;
};

export function MoneyText({ minor, currency, before, big = false }: Props) {
  return (
    <span className={`${styles['money']}${big ? ` ${styles['big']}` : ''}`}>
      {before !== undefined && before !== minor && (
        <s className={styles['before']}>
          <span className="visually-hidden">before: </span>
          {formatMoney(before, currency)}
        </s>
      )}
      <data value={minor}>{formatMoney(minor, currency).replace('-', '−')}</data>
    </span>
  );
}
