import { freeOf, type PoolCount } from '../model/stock-count.ts';
import { Badge } from '#ui/react/Badge.tsx';

const grouped = (count: number) => count.toLocaleString('en-GB');

export function CountInWords({ count }: { readonly count: PoolCount }) {
  const free = freeOf(count);
  return (
    <>
      {grouped(count.onHand)} on hand, {grouped(count.allocated)} reserved for orders,{' '}
      {grouped(free)} free {free === 0 && <Badge tone="waiting">None left</Badge>}
    </>
  );
}
