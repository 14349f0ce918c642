/**
 * The number of an order as the shop writes it, however it was typed; what can't be one stays apart
 * from all of them. `private.order_number_of` says the same, held together by
 * tests/cases/order-numbers.json.
 * @example orderNumberOf(' kw 10013 ') // 'KW-10013'
 */
export function orderNumberOf(typed: string): string {
  const text = typed
    .slice(0, 40)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '');
  return text.replace(/^(?:KW)?([0-9]+)$/, 'KW-$1');
}
