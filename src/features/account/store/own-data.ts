import { readOwnData } from '../api/own-data.ts';
import { dataToCsv, dataToJson } from '../model/data-export.ts';
import { settle } from './account.ts';
import type { AuthFailure } from './auth-failure.ts';
import { $session } from './session.ts';

export type ExportFormat = 'json' | 'csv';

export async function exportOwnData(
  format: ExportFormat,
): Promise<{ readonly file: Blob } | { readonly failure: AuthFailure | null }> {
  const session = $session.get();
  const data = await readOwnData(session.status === 'signed-in' ? session.userId : '');
  if (!data.ok) return { failure: settle(data) };
  const isJson = format === 'json';
  const text = isJson ? dataToJson(data.value) : dataToCsv(data.value);
  return { file: new Blob([text], { type: isJson ? 'application/json' : 'text/csv' }) };
}
