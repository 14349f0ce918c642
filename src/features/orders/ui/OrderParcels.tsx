import { useStore } from '@nanostores/react';
import { dayWords } from '#shared/day-words.ts';
import { etaWords } from '#shared/eta.ts';
import { goodsPath } from '#features/cart/model/goods.ts';
import { pictureOfLine } from '../model/order-goods.ts';
import type { Order, OrderLine, OrderShipment } from '../model/order.ts';
import { hasEnded, lineSteps, parcelEta } from '../model/order-words.ts';
import { PhotosKey } from '#features/photos/ui/PhotosKey.tsx';
import { choiceWords } from '#features/cart/model/quote-changes.ts';
import { GoodsLine } from '#features/cart/ui/GoodsLine.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { StageBar } from '#ui/react/StageBar.tsx';
import { routes } from '#routes.ts';
import {
  $designPictures,
  pictureOfDesign,
  wantDesignPicture,
  wantKeptPicture,
} from '#features/cart/store/design-pictures.ts';
import { $goods, wantGoods } from '#features/cart/store/goods.ts';
import { OptionsChange } from './OptionsChange.tsx';
import styles from './orders.module.css';

function parcelWords(parcel: OrderShipment, order: Order): string {
  const { status, shipped_at: shippedAt, delivered_at: deliveredAt } = parcel;
  const eta = parcelEta(parcel, order);
  const plan = eta === null ? '' : `planned for ${etaWords(eta)}`;
  if (status === 'planned' && hasEnded(order.status)) return 'won’t be shipped';
  if (status === 'delivered' && deliveredAt !== null) return `arrived ${dayWords(deliveredAt)}`;
  if (status !== 'planned' && shippedAt !== null) return `shipped ${dayWords(shippedAt)}`;
  const waits = order.waits_for;
  if (waits !== null) return [`waits for ${waits.title}`, plan].filter(Boolean).join(', ');
  return plan || 'not shipped yet';
}

type Props = { readonly order: Order; readonly canAct: boolean };

/** Each parcel with its lines, and on each line how far it is. */
export function OrderParcels({ order, canAct }: Props) {
  const inParcel = (id: string) => order.lines.filter((line) => line.shipment_id === id);
  const loose = order.lines.filter(
    (line) => !order.shipments.some(({ id }) => id === line.shipment_id),
  );
  return (
    <div className={styles['parcels']}>
      {order.shipments.map((shipment) => (
        <section key={shipment.id}>
          <h3 className={styles['parcel']}>
            <span>Parcel {shipment.position}</span> {parcelWords(shipment, order)}
          </h3>
          {shipment.tracking_number && (
            <p className={styles['soft']}>
              {shipment.carrier}{' '}
              {shipment.tracking_url?.startsWith('https://') ? (
                <a href={shipment.tracking_url} rel="noreferrer">
                  {shipment.tracking_number}
                </a>
              ) : (
                shipment.tracking_number
              )}
            </p>
          )}
          <Lines
            lines={inParcel(shipment.id)}
            order={order}
            canAct={canAct}
            hasArrived={shipment.delivered_at !== null}
          />
        </section>
      ))}
      {loose.length > 0 && <Lines lines={loose} order={order} canAct={canAct} />}
    </div>
  );
}

/** As it was ordered where the order tells, else as the design is: once ordered it never changes. */
function wantPictureOf({ id, design, design_id: designId = null }: OrderLine): string | null {
  if (design !== null) wantKeptPicture(id, design.design);
  else if (designId !== null) wantDesignPicture(designId);
  return design === null ? designId : id;
}

/** Lines that are equally far stand above one bar. */
const isLastOfEqual = (steps: readonly unknown[], at: number): boolean =>
  JSON.stringify(steps[at]) !== JSON.stringify(steps[at + 1]);

type LinesProps = Props & {
  readonly lines: readonly OrderLine[];
  readonly hasArrived?: boolean;
};

function Lines({ lines, order, canAct, hasArrived = false }: LinesProps) {
  const goods = useStore($goods);
  const designs = useStore($designPictures);
  wantGoods(lines.map(({ kind, url }) => goodsPath(kind, url)));
  const steps = lines.map((line) => lineSteps(line, order));
  return (
    <ul className={styles['lines']}>
      {lines.map((line, at) => {
        const path = goodsPath(line.kind, line.url);
        const picture = pictureOfDesign(
          designs,
          wantPictureOf(line),
          pictureOfLine(line, goods[path ?? '']),
        );
        const { title, variant_title: variantTitle, flaws } = line;
        const facts = { title, variantTitle, flaws, choices: choiceWords(line), picture };
        return (
          <li key={line.id}>
            <GoodsLine
              facts={facts}
              path={path}
              price={<MoneyText minor={line.total_minor} currency={order.currency} />}
              note={
                line.refunded_quantity > 0
                  ? `${line.quantity} ordered, ${line.refunded_quantity} refunded`
                  : `${line.quantity} ${line.quantity === 1 ? 'item' : 'items'}`
              }
            >
              {line.design_id ? (
                <a className="no-print" href={routes.design(line.design_id)}>
                  Use this design again
                </a>
              ) : undefined}
            </GoodsLine>
            {canAct && hasArrived && line.product_id && (
              <div className={`${styles['ownPhotos']} no-print`}>
                <PhotosKey lineId={line.id} productId={line.product_id} title={line.title} />
              </div>
            )}
            {canAct && <OptionsChange order={order} line={line} goods={goods[path ?? '']} />}
            {isLastOfEqual(steps, at) && (
              <div className="no-print">
                <StageBar steps={steps[at] ?? []} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
