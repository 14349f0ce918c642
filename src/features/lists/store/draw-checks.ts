/**
 * Draws as this browser recomputes them, step by step. Invariant: a step is shown as it came out here,
 * whatever the shop says.
 */
import { map } from 'nanostores';
import type { PublishedDraw, StepResult } from '../model/draw.ts';

export type { DrawStep, PublishedDraw, StepResult } from '../model/draw.ts';

export type DrawCheck =
  | { readonly status: 'running'; readonly done: readonly StepResult[] }
  | { readonly status: 'done'; readonly done: readonly StepResult[] }
  /** The code that computes could not be loaded. */
  | { readonly status: 'failed' };

export const $drawChecks = map<Readonly<Record<string, DrawCheck>>>({});

/** Lets the page paint what is done before the next step keeps it busy. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

export async function checkDraw(listId: string, draw: PublishedDraw): Promise<void> {
  $drawChecks.setKey(listId, { status: 'running', done: [] });
  try {
    const { drawSteps, verifyStep } = await import('../model/draw.ts');
    const done: StepResult[] = [];
    for (const step of drawSteps) {
      await breathe();
      done.push(verifyStep(step, draw));
      $drawChecks.setKey(listId, { status: 'running', done: [...done] });
    }
    $drawChecks.setKey(listId, { status: 'done', done });
  } catch {
    $drawChecks.setKey(listId, { status: 'failed' });
  }
}

export function wantDrawCheck(listId: string, draw: PublishedDraw): void {
  if ($drawChecks.get()[listId] === undefined) void checkDraw(listId, draw);
}
