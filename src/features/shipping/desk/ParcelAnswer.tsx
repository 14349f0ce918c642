import { lineName } from '#shared/line-name.ts';
import { useStore } from '@nanostores/react';
import { etaWords, shipsOn } from '#shared/eta.ts';
import { packingOf } from '../model/packages.ts';
import type { Quote, QuoteShipment } from '#features/cart/model/quote.ts';
import { MethodChoice } from '#features/cart/ui/MethodChoice.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Sums } from '#features/cart/ui/Sums.tsx';
import { Table } from '#ui/react/Table.tsx';
import { $packages } from '../store/desk-packages.ts';
import type { Trial } from '../store/desk-parcel.ts';
import styles from '#ui/styles/desk.module.css';

type Props = {
  readonly trial: Trial;
  readonly quote: Quote;
  readonly country: string;
  /** Something was changed since it was asked. */
  readonly isOld: boolean;
  readonly onMethod: (id: string) => void;
};

/** What a buyer of these goods is offered, and what the workshop would pack. */
export function ParcelAnswer({ trial, quote, country, isOld, onMethod }: Props) {
  return (
    <section className={styles['card']} aria-label="Shipping options">
      <h2>Shipping options</h2>
      {isOld && (
        <output className={styles['small']}>
          The parcel has changed. Press “Show methods and prices” again.
        </output>
      )}
      {quote.problems.length > 0 && (
        <Notice tone="caution" title="What the buyer sees">
          <ul className={styles['plain']}>
            {quote.problems.map(({ line, reason, message }) => (
              <li key={`${line} ${reason}`}>
                {named(quote, line)}
                {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {quote.shipping_methods.length === 0 ? (
        <p>No method serves this country. See Zones and coverage.</p>
      ) : (
        <MethodChoice
          methods={quote.shipping_methods}
          chosenId={trial.methodId}
          currency={quote.currency}
          onChoose={onMethod}
        />
      )}
      <Parcels quote={quote} />
      <Sums quote={quote} country={country} isOld={isOld} isAsking={trial.isAsking} />
    </section>
  );
}

function named({ lines }: Quote, place: number | null): string {
  const line = lines.find((each) => each.line === place);
  return line?.title ? `${lineName(line.title, line.variant_title ?? '')}: ` : '';
}

function Parcels({ quote: { shipments } }: Pick<Props, 'quote'>) {
  const packages = useStore($packages);
  return (
    <Table label="Parcels">
      <thead>
        <tr>
          <th scope="col">Parcel</th>
          <th scope="col">Weight of goods</th>
          <th scope="col">Package and total weight</th>
        </tr>
      </thead>
      <tbody>
        {shipments.map((shipment) => (
          <tr key={shipment.position}>
            <th scope="row">{leaves(shipment)}</th>
            <td>{shipment.weight_grams} g</td>
            <td>{packed(shipment, packages)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function leaves(parcel: QuoteShipment): string {
  const eta = shipsOn(parcel);
  return eta === null ? `Within ${parcel.handling_days} working days` : etaWords(eta);
}

function packed(parcel: QuoteShipment, packages: Parameters<typeof packingOf>[1]): string {
  const packing = packingOf(parcel.weight_grams, packages);
  if (packing === null) return 'No package fits';
  return `${packing.name}, ${packing.gross_grams} g`;
}
