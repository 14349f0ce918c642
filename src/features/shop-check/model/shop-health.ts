import { fieldsOf, listOf, numberOf, textOf, textOrNull } from '#shared/parsed-fields.ts';

export interface ShopAlert {
  readonly id: string;
  readonly about: string;
  readonly message: string;
  readonly desk: string;
  readonly record: string;
  readonly openedAt: string;
  /** Null while it lasts. */
  readonly closedAt: string | null;
}

export interface LastBackup {
  readonly madeAt: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly isEncrypted: boolean;
  readonly isVerified: boolean;
  readonly rows: number;
  readonly files: number;
  readonly lostFiles: number;
}

export interface AlertRule {
  readonly code: string;
  readonly roles: readonly string[];
  readonly mails: boolean;
  readonly calls: boolean;
  readonly threshold: number;
}

export interface ShopHealth {
  readonly jobs: string;
  readonly alerts: readonly ShopAlert[];
  /** For owners alone. */
  readonly machinery: {
    readonly backup: LastBackup | null;
    readonly databaseBytes: number;
    readonly mailsWaiting: number;
    readonly rules: readonly AlertRule[];
  } | null;
}

export function parseAlertRule(data: unknown): AlertRule | null {
  const fields = fieldsOf(data);
  if (fields === null) return null;
  const { roles } = fields;
  return {
    code: textOf(fields['code']),
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [],
    mails: fields['mails'] === true,
    calls: fields['calls'] === true,
    threshold: numberOf(fields['threshold']),
  };
}

function parseBackup(data: unknown): LastBackup | null {
  const fields = fieldsOf(data);
  if (fields === null) return null;
  return {
    madeAt: textOf(fields['made_at']),
    bytes: numberOf(fields['bytes']),
    sha256: textOf(fields['sha256']),
    isEncrypted: fields['is_encrypted'] === true,
    isVerified: fields['is_verified'] === true,
    rows: numberOf(fields['rows']),
    files: numberOf(fields['files']),
    lostFiles: numberOf(fields['lost_files']),
  };
}

export function parseShopHealth(data: unknown): ShopHealth | null {
  const fields = fieldsOf(data);
  if (fields === null) return null;
  const owner = fieldsOf(fields['owner']);
  return {
    jobs: textOf(fields['jobs']),
    alerts: listOf(fields['alerts'], (alert) => ({
      id: textOf(alert['id']),
      about: textOf(alert['about']),
      message: textOf(alert['message']),
      desk: textOf(alert['desk']),
      record: textOf(alert['record']),
      openedAt: textOf(alert['opened_at']),
      closedAt: textOrNull(alert['closed_at']),
    })),
    machinery:
      owner === null
        ? null
        : {
            backup: parseBackup(owner['backup']),
            databaseBytes: numberOf(owner['database_bytes']),
            mailsWaiting: numberOf(owner['mails_waiting']),
            rules: listOf(owner['rules'], (rule) => rule).flatMap(
              (rule) => parseAlertRule(rule) ?? [],
            ),
          },
  };
}

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
