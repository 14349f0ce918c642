import * as Plot from '@observablehq/plot';
import {
  spansOf,
  type BatchProgress,
  type KitProgress,
} from '#features/batches/model/batch-progress.ts';
import { drawPlot } from '#desk-kit/ui/draw-plot.ts';

/** What was ordered until each day, with a line where the minimum is. */
export function drawFilling({ moq, days }: KitProgress, width: number): Element {
  const rows = days.map(({ day, total }) => ({ day: new Date(day), total }));
  return drawPlot({
    width,
    height: 200,
    marginLeft: 44,
    y: { label: null, grid: true, ticks: 4, domain: [0, Math.max(moq, rows.at(-1)?.total ?? 0)] },
    x: { label: null, type: 'utc', ticks: Math.max(2, Math.floor(width / 130)) },
    marks: [
      Plot.areaY(rows, { x: 'day', y: 'total', curve: 'step-after', fill: 'var(--oxide-wash)' }),
      Plot.lineY(rows, {
        x: 'day',
        y: 'total',
        curve: 'step-after',
        stroke: 'var(--oxide)',
        strokeWidth: 2,
        marker: rows.length < 3 ? 'circle' : 'none',
      }),
      Plot.ruleY([moq], { stroke: 'var(--legend)', strokeWidth: 2 }),
      Plot.ruleY([0], { stroke: 'var(--line-strong)' }),
    ],
  });
}

export function drawSpans(batch: BatchProgress, width: number): Element {
  const rows = [...spansOf(batch)];
  return drawPlot({
    width,
    height: 40 + rows.length * 26,
    marginLeft: Math.min(150, width * 0.4),
    marginRight: 60,
    x: { label: null, axis: null },
    y: { label: null, domain: rows.map(({ what }) => what), tickSize: 0 },
    marks: [
      Plot.barX(rows, {
        x: 'days',
        y: 'what',
        fill: ({ isPlanned }: { isPlanned: boolean }) =>
          isPlanned ? 'var(--line-strong)' : 'var(--oxide)',
      }),
      Plot.text(rows, {
        x: 'days',
        y: 'what',
        text: ({ days }: { days: number }) => `${days} days`,
        textAnchor: 'start',
        dx: 5,
        fill: 'var(--ink)',
      }),
    ],
  });
}
