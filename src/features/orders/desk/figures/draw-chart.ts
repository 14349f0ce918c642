import * as Plot from '@observablehq/plot';
import { formatMoney } from '#shared/money.ts';
import type { BatchFigures, Counted, SoldDay } from '../../model/sales-figures.ts';
import { drawPlot } from '#desk-kit/ui/draw-plot.ts';

type Drawing = Element;

/** A hundred in whole money. */
const leastShown = 10_000;

export function drawDays(days: readonly SoldDay[], currency: string, width: number): Drawing {
  const rows = days.map((each) => ({ ...each, day: new Date(each.day) }));
  return drawPlot({
    width,
    height: 260,
    marginLeft: 80,
    y: {
      label: null,
      grid: true,
      // Days without a sale have a ground to stand on.
      domain: [
        0,
        Math.max(leastShown, ...days.flatMap((day) => [day.net_minor, day.before_minor])),
      ],
      tickFormat: (minor: number) => formatMoney(minor, currency),
      ticks: 4,
    },
    x: {
      label: null,
      interval: 'day',
      type: 'band',
      ticks: Math.ceil(width / 120),
      tickFormat: '%-d %b',
    },
    marks: [
      Plot.barY(rows, { x: 'day', y: 'net_minor', fill: 'var(--oxide)' }),
      // Of a day alone a line would have no length.
      Plot.tickY(
        rows.filter((day) => day.before_minor > 0),
        { x: 'day', y: 'before_minor', stroke: 'var(--legend)', strokeWidth: 2 },
      ),
      Plot.ruleY([0], { stroke: 'var(--line-strong)' }),
    ],
  });
}

/** Room for the names of bars. */
const namesWidth = (width: number) => Math.min(190, width * 0.45);

export function drawBars(rows: readonly Counted[], width: number): Drawing {
  return drawPlot({
    width,
    height: 40 + rows.length * 26,
    marginLeft: namesWidth(width),
    marginRight: 36,
    x: { label: null, axis: null },
    y: { label: null, domain: rows.map(({ label }) => label), tickFormat: short, tickSize: 0 },
    marks: [
      Plot.barX([...rows], { x: 'count', y: 'label', fill: 'var(--oxide)' }),
      Plot.text([...rows], {
        x: 'count',
        y: 'label',
        text: 'count',
        textAnchor: 'start',
        dx: 5,
        fill: 'var(--ink)',
      }),
    ],
  });
}

const longest = 26;
const short = (label: string) =>
  label.length > longest ? `${label.slice(0, longest - 1)}…` : label;

/** How many of each kit are ordered, with a stroke where its minimum is. */
export function drawMinimums({ kits }: BatchFigures, width: number): Drawing {
  return drawPlot({
    width,
    height: 40 + kits.length * 26,
    marginLeft: namesWidth(width),
    marginRight: 36,
    x: {
      label: null,
      domain: [0, Math.max(1, ...kits.flatMap(({ count, moq }) => [count, moq]))],
      ticks: 4,
    },
    y: { label: null, domain: kits.map(({ label }) => label), tickFormat: short, tickSize: 0 },
    marks: [
      Plot.barX([...kits], { x: 'count', y: 'label', fill: 'var(--oxide)' }),
      Plot.tickX([...kits], { x: 'moq', y: 'label', stroke: 'var(--legend)', strokeWidth: 3 }),
    ],
  });
}
