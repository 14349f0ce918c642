import { map } from 'nanostores';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';
import type { Repricing } from '../model/repricing.ts';

export const variantTable = createDeskTable({
  name: 'variants',
  source: {
    table: 'variants',
    columns:
      'id,product_id,sku,title,flaws,availability,is_made_to_order,price_minor,currency,weight_grams,max_per_customer,few_left_below,pool_units,version,updated_at,product:products!variants_product_id_fkey!inner(title,status),stock:stock_pools(on_hand,allocated)',
    searched: ['sku', 'title'],
    nullable: ['max_per_customer'],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['sku', 'price_minor', 'weight_grams', 'updated_at'],
    filterable: ['availability', 'flaws', 'price_minor', 'product.status', 'product.title'],
    defaultSort: { column: 'sku', direction: 'asc' },
  },
});

/** How the chosen prices change; it stays for the next time. */
export const $repricing = map<Repricing>({ by: 'percent', text: '', step: 1 });
