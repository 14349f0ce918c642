import { textOf, valueAt, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { labelOf } from '#desk-kit/table/column-text.ts';
import { placeFor, takenBy } from '#desk-kit/ui/sortable-item.ts';
import { placeColour } from '../store/desk-colour-order.ts';
import { stages } from './colour-choices.ts';
import { ColourSwatch } from './ColourSwatch.tsx';
import own from './order.module.css';

type Props = { readonly row: DeskRow; readonly index: number; readonly count: number };

export function OrderItem({ row, index, count }: Props) {
  const name = textOf(row, 'name');
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
      <ColourSwatch colour={textOf(row, 'colour')} />
      <span className={own['name']}>{name}</span>
      {valueAt(row, 'status') !== 'current' && (
        <Badge>{labelOf(stages, textOf(row, 'status'))}</Badge>
      )}
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
