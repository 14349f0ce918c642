import { createDeskTable } from '#desk-kit/store/desk-table.ts';

export const productSource = {
  table: 'products',
  columns:
    'id,kind,category,url,title,summary,status,publish_at,ship_group,handling_days,max_per_customer,position,hs_code,origin_country_code,version,updated_at,variants(sku,flaws,availability,price_minor,currency,pool_units,stock:stock_pools(on_hand,allocated))',
  searched: ['title', 'url'],
  nullable: ['publish_at', 'max_per_customer'],
  tieBreaker: 'id',
} as const;

export const productTable = createDeskTable({
  name: 'products',
  source: productSource,
  shape: {
    sortable: ['title', 'kind', 'status', 'publish_at', 'updated_at', 'position'],
    filterable: ['kind', 'category', 'status', 'ship_group', 'title', 'hs_code', 'publish_at'],
    defaultSort: { column: 'updated_at', direction: 'desc' },
  },
});
