import { invalidRequest } from './storage-errors.ts';

const unitBytes: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

export function parseSizeLimit(size: unknown): number {
  if (typeof size === 'number' && Number.isSafeInteger(size) && size >= 0) return size;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([kmg]?i?b)?$/i.exec(String(size)) ?? [];
  const bytes = Number(amount) * (unitBytes[(unit ?? 'b').toLowerCase()] ?? NaN);
  if (Number.isFinite(bytes)) return Math.floor(bytes);
  throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
}
