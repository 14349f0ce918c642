import type { Given } from '#shared/backend/given.ts';

export type ShopHealth = Given<'shop_health'>;
export type AlertRule = Given<'set_alert_rule'>;

/** @example sizeWords(1_234_567) // '1.2 MB' */
export function sizeWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const amount = bytes / 1000 ** step;
  return `${amount < 10 && step > 0 ? amount.toFixed(1) : Math.round(amount)} ${units[step]}`;
}

interface AlertKind {
  readonly title: string;
  /** What the number of the rule counts; null where there is none. */
  readonly threshold: string | null;
}

export const alertKinds: Readonly<Record<string, AlertKind>> = {
  backup_late: { title: 'The last backup is too old', threshold: 'hours after the last backup' },
  build_failed: { title: 'A build failed', threshold: null },
  job_failed: { title: 'A scheduled job failed', threshold: null },
  job_item_failed: { title: 'A scheduled job gave an order or a batch up', threshold: null },
  low_stock: { title: 'Low stock', threshold: 'units left or fewer' },
  mail_failed: { title: 'E-mails could not be sent', threshold: 'failed tries' },
  payment_trouble: { title: 'A payment does not fit or is disputed', threshold: null },
  refund_due: { title: 'A refund is due', threshold: 'hours after it became due' },
};
