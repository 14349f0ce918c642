import { lineFacts, type Goods, type GoodsPicture } from '#features/cart/model/goods.ts';
import type { OrderLine } from './order.ts';

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
