import { etaWords } from '#shared/eta.ts';
import type { QuoteShipment } from './quote.ts';

/** When a parcel of a cart leaves. */
export function parcelWords({
  eta,
  batchId,
  handlingDays,
}: Pick<QuoteShipment, 'eta' | 'batchId' | 'handlingDays'>): string {
  if (eta === null && batchId !== null) return 'Ships once it is made';
  if (eta === null) return `Ships within ${handlingDays} working days`;
  return `Ships ${eta.precision === 'day' ? 'from' : 'in'} ${etaWords(eta)}`;
}
