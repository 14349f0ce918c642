import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { labelOf } from '#desk-kit/table/column-text.ts';
import { placeFor, takenBy } from '#desk-kit/ui/sortable-item.ts';
import { placeColour, type OrderedRow } from '../store/desk-colour-order.ts';
import { stages } from './colour-choices.ts';
import { ColourSwatch } from './ColourSwatch.tsx';
import own from './order.module.css';

type Props = { readonly row: OrderedRow; readonly index: number; readonly count: number };

export function OrderItem({ row, index, count }: Props) {
  const { name, colour, status } = row.values;
  const move = (button: HTMLElement, to: number) => {
    placeColour(row.id, to);
    // A row that is moved in the page loses the focus, which belongs to whoever goes on pressing.
    requestAnimationFrame(() => {
      button.focus();
      // At either end that arrow rests: the other one keeps the place.
      if (button.matches(':disabled'))
        button.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus();
    });
  };
  return (
    <li {...takenBy(row.id)} {...placeFor((id) => placeColour(id, index))}>
      <span className={own['grip']} aria-hidden="true">
        ⠿
      </span>
      <ColourSwatch colour={colour} />
      <span className={own['name']}>{name}</span>
      {status !== 'current' && <Badge>{labelOf(stages, status)}</Badge>}
      <Button
        size="small"
        look="quiet"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={(event) => move(event.currentTarget, index - 1)}
      >
        ↑
      </Button>
      <Button
        size="small"
        look="quiet"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={(event) => move(event.currentTarget, index + 1)}
      >
        ↓
      </Button>
    </li>
  );
}
