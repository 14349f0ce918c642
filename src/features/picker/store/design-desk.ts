// chunk: picker
/**
 * The design on the desk: the only place that changes it, with undo without end. Invariant: a drag
 * over many keys is one step back, and whatever is shown can be undone to what was opened.
 */
import { atom, computed } from 'nanostores';
import { startingDesign, type Design, type Paint } from '#features/designs/model/design.ts';

export type Tool = 'brush' | 'row' | 'group' | 'fill' | 'pick' | 'swap';
export type PaintedPart = 'cap' | 'legend';

export const $design = atom<Design>(startingDesign);
/** The design once the hand rests: what need not follow every key of a drag listens to this. */
export const $settledDesign = atom<Design>(startingDesign);
export const $designName = atom('');
export const $tool = atom<Tool>('brush');
export const $part = atom<PaintedPart>('cap');
export const $paint = atom<Paint>({ hex: '#b8402f', code: 'veld-abs-vp21' });

interface Past {
  readonly before: readonly Design[];
  readonly after: readonly Design[];
}
const $past = atom<Past>({ before: [], after: [] });
export const $canUndo = computed($past, ({ before }) => before.length > 0);
export const $canRedo = computed($past, ({ after }) => after.length > 0);

/** What was just done, in words for whoever can't see it. */
export const $said = atom('');

/** Some frames: what was painted is on the screen before anything else is made of it. */
const REST_MS = 60;
let saying: ReturnType<typeof setTimeout> | undefined;

/** Words wait until the hand rests: new ones lay out the page again, which costs more than the painting. */
export function say(words: string): void {
  clearTimeout(saying);
  saying = setTimeout(() => $said.set(words), REST_MS);
}

let strokeFrom: Design | null = null;
let settling: ReturnType<typeof setTimeout> | undefined;

/** Whoever can't wait, because the page goes, has it settled now. */
export function settleDesign(): void {
  clearTimeout(settling);
  $settledDesign.set($design.get());
}

function remember(from: Design, to: Design): void {
  if (from === to) return;
  const { before } = $past.get();
  $past.set({ before: [...before, from], after: [] });
}

export function changeDesign(next: Design, said = ''): void {
  const from = $design.get();
  if (said !== '') say(said);
  if (next === from) return;
  $design.set(next);
  if (strokeFrom !== null) return;
  remember(from, next);
  settleDesign();
}

export function beginStroke(): void {
  clearTimeout(settling);
  strokeFrom ??= $design.get();
}

export function endStroke(): void {
  if (strokeFrom === null) return;
  const from = strokeFrom;
  strokeFrom = null;
  remember(from, $design.get());
  settling = setTimeout(settleDesign, REST_MS);
}

function step(from: 'before' | 'after', said: string): void {
  endStroke();
  const past = $past.get();
  const design = past[from].at(-1);
  if (design === undefined) return;
  const to = from === 'before' ? 'after' : 'before';
  const left = past[from].slice(0, -1);
  const gained = [...past[to], $design.get()];
  $past.set(from === 'before' ? { before: left, after: gained } : { before: gained, after: left });
  $design.set(design);
  settleDesign();
  say(said);
}

export const undo = (): void => step('before', 'Undone');
export const redo = (): void => step('after', 'Redone');

/** Another design comes onto the desk; nothing of the old one is left to undo. */
export function openOnDesk(design: Design, name: string): void {
  strokeFrom = null;
  $past.set({ before: [], after: [] });
  $design.set(design);
  settleDesign();
  $designName.set(name);
}
