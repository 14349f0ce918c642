import * as Plot from '@observablehq/plot';
import { dayWords } from '#shared/day-words.ts';
import type { EntryDay } from '../model/list-desk.ts';
import { drawPlot } from '#desk-kit/ui/draw-plot.ts';

/** Whole days alone: of few days the library would mark hours, which nobody counted. */
function dayTicks(days: readonly EntryDay[], most: number): readonly Date[] {
  const every = Math.ceil(days.length / most);
  return days.flatMap(({ day }, index) => (index % every === 0 ? [new Date(day)] : []));
}
const tickWords = (day: Date) => dayWords(day.toISOString()).replace(/ \d+$/, '');

/** All until each day as an area, those of the day as bars before it. */
export function drawEntries(days: readonly EntryDay[], width: number): Element {
  const rows = days.map(({ day, entered, total }) => ({ day: new Date(day), entered, total }));
  const next = (day: Date) => new Date(day.getTime() + 86_400_000);
  return drawPlot({
    width,
    height: 200,
    marginLeft: 44,
    y: { label: null, grid: true, ticks: 4, domain: [0, rows.at(-1)?.total ?? 1] },
    x: {
      label: null,
      type: 'utc',
      ticks: dayTicks(days, Math.max(2, Math.floor(width / 130))),
      tickFormat: tickWords,
    },
    marks: [
      Plot.rectY(rows, {
        x1: 'day',
        x2: ({ day }: { day: Date }) => next(day),
        y: 'total',
        fill: 'var(--oxide-wash)',
      }),
      Plot.rectY(rows, {
        x1: 'day',
        x2: ({ day }: { day: Date }) => next(day),
        y: 'entered',
        insetLeft: 1,
        insetRight: 1,
        fill: 'var(--oxide)',
      }),
      Plot.ruleY([0], { stroke: 'var(--line-strong)' }),
    ],
  });
}
