/**
 * What a kit of a group buy is called: a window that has not opened is no window that has closed. A file
 * of its own, since a page loads it only where the stage has changed since it was written.
 */
import { batchStages } from '#features/batches/model/batch-road.ts';
import type { BatchStage } from '#features/batches/model/batch-stage.ts';
import { stockText } from './stock-word.ts';

/** @example groupBuyText('announced') // 'Group buy, not open yet' */
export function groupBuyText(stage: BatchStage | null): string {
  const word = stockText('group_buy');
  if (stage === null || stage === 'open') return word;
  const isAhead = batchStages.indexOf(stage) < batchStages.indexOf('open');
  return isAhead ? `${word}, not open yet` : `${word} closed`;
}
