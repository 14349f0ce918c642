/** Which currency this browser shows beside the euro, and the rates that this tab has read. */
import { storedText } from '#shared/stored-text.ts';
import { readShownRates } from '../api/shown-rates.ts';
import { parseRates, type CurrencyRate } from '../model/about.ts';

export const currencyKey = 'keywright:currency';
const ratesKey = 'keywright:rates';
/** A tab that stays open for days is not left with the rates of its first one. */
const keptMs = 60 * 60_000;

export function rememberCurrency(code: string): void {
  try {
    if (code === '') localStorage.removeItem(currencyKey);
    else localStorage.setItem(currencyKey, code);
  } catch {
    // Without storage the choice holds for this page.
  }
}

function keptRates(): readonly CurrencyRate[] | null {
  try {
    const kept = JSON.parse(storedText(ratesKey) ?? 'null') as { at?: unknown; rows?: unknown };
    const age = Date.now() - Number(kept?.at);
    return age >= 0 && age < keptMs ? parseRates(kept.rows) : null;
  } catch {
    return null;
  }
}

/** None where the shop has none, or does not answer. */
export async function readRates(): Promise<readonly CurrencyRate[]> {
  const kept = keptRates();
  if (kept !== null) return kept;
  const rows = await readShownRates();
  if (rows === null) return [];
  try {
    sessionStorage.setItem(ratesKey, JSON.stringify({ at: Date.now(), rows }));
  } catch {
    // Each page asks for itself.
  }
  return parseRates(rows);
}
