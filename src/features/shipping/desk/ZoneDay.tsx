import { dayWords } from '#shared/day-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { daysOfChange } from '../model/rate-grid.ts';
import { showZone, today, type OpenZone } from '../store/desk-zone-page.ts';
import styles from '#ui/styles/desk.module.css';
import own from './zone-grid.module.css';

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** From when on the prices of the grid hold: a price can be set ahead of its day. */
export function ZoneDay({ page: { id, day, rates } }: { readonly page: OpenZone }) {
  const now = today();
  const show = (asked: string) =>
    askToDiscard(() => void showZone(id, isDay(asked) && asked > now ? asked : now));
  const others = [now, ...daysOfChange(rates, now)].filter((each) => each !== day);
  return (
    <div className={own['day']}>
      <Field
        label="Prices from"
        type="date"
        min={now}
        value={day}
        onChange={(event) => show(event.target.value)}
      />
      <div className={styles['small']}>
        <p>
          {day === now
            ? 'What you save here holds at once.'
            : `What you save here holds from ${dayWords(day)}. Until then, carts pay the prices before it.`}
        </p>
        {others.length > 0 && (
          <p className={styles['line']}>
            {day === now ? 'Prices change later:' : 'Other prices:'}
            {others.map((each) => (
              <Button key={each} size="small" look="quiet" onClick={() => show(each)}>
                {each === now ? 'today' : dayWords(each)}
              </Button>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}
