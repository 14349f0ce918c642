import { lineKey, type KeptLine } from '../model/cart-line.ts';
import { parcelWords } from '../model/parcel-words.ts';
import type { Quoted, QuoteState } from '../store/quote.ts';
import { CartLineCard } from './CartLineCard.tsx';
import { TogetherChoice } from './TogetherChoice.tsx';
import styles from './cart.module.css';

type Props = { readonly lines: readonly KeptLine[]; readonly quote: QuoteState };

interface Group {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly KeptLine[];
}

/** Lines as they travel; what has no parcel, or was not asked about yet, comes first. */
function groupsOf(lines: readonly KeptLine[], quoted: Quoted | null): readonly Group[] {
  const shipments = quoted?.quote.shipments ?? [];
  const shipmentOf = (line: KeptLine) => {
    const place = quoted?.keys.indexOf(lineKey(line)) ?? -1;
    return shipments.find((shipment) => shipment.lines.includes(place));
  };
  const loose = lines.filter((line) => shipmentOf(line) === undefined);
  const parcels = shipments.map((shipment) => ({
    id: String(shipment.position),
    title: parcelWords(shipment),
    lines: lines.filter((line) => shipmentOf(line) === shipment),
  }));
  return [{ id: 'loose', title: '', lines: loose }, ...parcels].filter(
    (group) => group.lines.length > 0,
  );
}

export function ParcelGroups({ lines, quote }: Props) {
  const groups = groupsOf(lines, quote.quoted);
  const asked = quote.quoted?.quote ?? null;
  const parcels = groups.filter(({ id }) => id !== 'loose');
  return (
    <>
      {asked !== null && asked.together !== null && (
        <div className={styles['split']}>
          <TogetherChoice quote={asked} />
        </div>
      )}
      {groups.map((group) => (
        <section key={group.id} className={styles['parcel']} aria-label={group.title || 'Lines'}>
          {group.title !== '' && (
            <h2 className={styles['leaves']}>
              {parcels.length > 1 && <span>Parcel {parcels.indexOf(group) + 1}</span>} {group.title}
            </h2>
          )}
          <ul>
            {group.lines.map((line) => (
              // Another option makes another line of it, in the same place: what is open there stays open.
              <li key={`${line.variant_id} ${lines.indexOf(line)}`}>
                <CartLineCard line={line} quote={quote} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
