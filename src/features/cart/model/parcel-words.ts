import { etaWords, shipsOn } from '#shared/eta.ts';
import type { QuoteShipment } from './quote.ts';

type Parcel = Pick<QuoteShipment, 'ships_on' | 'eta_precision' | 'batch_id' | 'handling_days'>;

/** When a parcel of a cart leaves. */
export function parcelWords(parcel: Parcel): string {
  const { batch_id: batchId, handling_days: handlingDays } = parcel;
  const eta = shipsOn(parcel);
  if (eta !== null) return `Ships ${eta.precision === 'day' ? 'from' : 'in'} ${etaWords(eta)}`;
  if (batchId !== null) return 'Ships once it is made';
  return `Ships within ${handlingDays} working days`;
}
