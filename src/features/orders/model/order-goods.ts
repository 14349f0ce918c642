import { lineFacts, type Goods, type GoodsPicture } from '#features/cart/model/goods.ts';
import type { OrderLine, OrderShipment } from './order.ts';

export function pictureOfLine(
  line: OrderLine,
  goods: Goods | 'missing' | undefined,
): GoodsPicture | null {
  if (goods === undefined || goods === 'missing') return null;
  const options = Object.fromEntries(line.options.map((each) => [each.option_id, each.value_id]));
  const asked = {
    variant_id: line.variant_id,
    quantity: line.quantity,
    options,
    design_id: line.design_id ?? null,
    offer_id: null,
  };
  const facts = lineFacts(asked, goods);
  return facts === null ? (goods.images[0] ?? null) : facts.picture;
}

/**
 * Whether the customer may choose anew for a line, up to the date it names where it names one; the
 * database decides by the same table.
 */
export function takesNewOptions(
  line: Pick<OrderLine, 'sold_as' | 'change_options_until' | 'shipment_id'>,
  order: { readonly shipments: readonly Pick<OrderShipment, 'id' | 'status'>[] },
): boolean {
  const hasLeft = order.shipments.some(
    ({ id, status }) => id === line.shipment_id && status !== 'planned',
  );
  // What is sold ahead waits for its choices until it is packed; what is in stock may be packed by now.
  return !hasLeft && (line.change_options_until !== null || line.sold_as === 'preorder');
}
