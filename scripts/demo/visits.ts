/** What visitors who agreed to be counted did: as many go on from each step as in a shop that does well. */
import type { TransactionSql } from 'postgres';
import { buyingSteps } from '../../src/shared/tracking-plan.ts';
import type { Chance } from './random.ts';
import { after, dayMs, minuteMs } from './timeline.ts';

/** Of those who came to a step, the share that goes on to the next. */
const goOn = 0.45;

interface Event {
  readonly insert_id: string;
  readonly name: string;
  readonly device_id: string;
  readonly session_id: string;
  readonly happened_at: string;
}

/** More of them lately than at the beginning, and more at weekends. */
export async function addVisits(
  sql: TransactionSql,
  chance: Chance,
  { now, days }: { readonly now: Date; readonly days: number },
): Promise<void> {
  for (let ago = days; ago > 0; ago -= 1) {
    const day = after(now, -ago * dayMs);
    const isWeekend = day.getUTCDay() % 6 === 0;
    const count = Math.round((14 + (18 * (days - ago)) / days) * (isWeekend ? 1.5 : 1));
    const events: Event[] = [];
    for (let visit = 0; visit < count; visit += 1) {
      const begun = after(day, chance.next() * (dayMs - 30 * minuteMs));
      const device = chance.uuid();
      for (const [place, name] of buyingSteps.entries()) {
        if (place > 0 && !chance.happens(goOn)) break;
        events.push({
          insert_id: chance.uuid(),
          name,
          device_id: device,
          session_id: String(begun.getTime()),
          happened_at: after(begun, place * 3 * minuteMs).toISOString(),
        });
      }
    }
    await sql`insert into public.analytics_events ${sql([...events])}`;
  }
}
