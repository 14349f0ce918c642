/** A wrong value throws a `KleFault`, which only the reader catches. */
import { DEFAULT_ALIGNMENT, LEGEND_ORDER } from './keyboard-layout-alignment.ts';
import type { LayoutKey } from './keyboard-layout.ts';

export type Bag = { readonly [key: string]: unknown };
export type State = Omit<LayoutKey, 'legends'> & {
  readonly clusterX: number;
  readonly clusterY: number;
  readonly alignment: number;
  readonly textColour: string;
  readonly textColours: readonly string[];
  readonly textSize: number;
  readonly textSizes: readonly number[];
};

const REACH = 1000;

export const START: State = {
  x: 0,
  y: 0,
  width: 1,
  height: 1,
  x2: 0,
  y2: 0,
  width2: 0,
  height2: 0,
  rotation: 0,
  rotationX: 0,
  rotationY: 0,
  colour: '#cccccc',
  profile: '',
  nub: false,
  ghost: false,
  stepped: false,
  decal: false,
  switchMount: '',
  switchBrand: '',
  switchType: '',
  clusterX: 0,
  clusterY: 0,
  alignment: DEFAULT_ALIGNMENT,
  textColour: '#000000',
  textColours: [],
  textSize: 3,
  textSizes: [],
};

export class KleFault extends Error {}

export const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Offsets add up over a row; without this, tenths would drift and equal rows would differ. */
export const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

function number(bag: Bag, key: string, fallback: number, min = -REACH): number {
  const value = bag[key];
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new KleFault(`"${key}" must be a number.`);
  if (value < min || value > REACH)
    throw new KleFault(`"${key}" is ${value}, which is outside ${min} to ${REACH}.`);
  return value;
}

function text(bag: Bag, key: string, fallback: string): string {
  const value = bag[key];
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'string') throw new KleFault(`"${key}" must be text.`);
  return value;
}

function sizes(bag: Bag, state: State): Pick<State, 'textSize' | 'textSizes'> {
  let { textSize, textSizes } = state;
  if (bag['f'] !== undefined) {
    // Of no size is as large as usual: a legend of it would be written back without one.
    textSize = number(bag, 'f', textSize, 0) || START.textSize;
    textSizes = [];
  }
  if (bag['f2'] !== undefined) {
    const second = number(bag, 'f2', textSize, 0);
    textSizes = [textSizes[0] ?? 0, ...Array.from({ length: 11 }, () => second)];
  }
  const all = bag['fa'];
  if (Array.isArray(all)) {
    textSizes = all.map((size: unknown) => number({ fa: size }, 'fa', 0, 0));
  } else if (all !== undefined) throw new KleFault('"fa" must be a list of numbers.');
  return { textSize, textSizes };
}

function turned(bag: Bag, state: State): Partial<State> {
  let { clusterX, clusterY, x, y } = state;
  if (bag['rx'] !== undefined) {
    clusterX = number(bag, 'rx', 0);
    x = clusterX;
    y = clusterY;
  }
  if (bag['ry'] !== undefined) {
    clusterY = number(bag, 'ry', 0);
    x = clusterX;
    y = clusterY;
  }
  return {
    clusterX,
    clusterY,
    x,
    y,
    rotation: number(bag, 'r', state.rotation),
    rotationX: clusterX,
    rotationY: clusterY,
  };
}

export function changed(state: State, bag: Bag, first: boolean): State {
  if (!first && ['r', 'rx', 'ry'].some((key) => bag[key] !== undefined))
    throw new KleFault('A rotation may only stand before the first key of a row.');
  const moved: State = { ...state, ...turned(bag, state) };
  const alignment = number(bag, 'a', state.alignment, 0);
  if (LEGEND_ORDER[alignment] === undefined) throw new KleFault('"a" must be 0 to 7.');
  const colours = bag['t'] === undefined ? null : text(bag, 't', '').split('\n');
  return {
    ...moved,
    ...sizes(bag, state),
    alignment,
    textColour: colours === null ? state.textColour : colours[0] || state.textColour,
    textColours: colours ?? state.textColours,
    x: tidy(moved.x + number(bag, 'x', 0)),
    y: tidy(moved.y + number(bag, 'y', 0)),
    width: number(bag, 'w', state.width, 0.01),
    height: number(bag, 'h', state.height, 0.01),
    width2: number(bag, 'w2', number(bag, 'w', state.width2, 0.01), 0),
    height2: number(bag, 'h2', number(bag, 'h', state.height2, 0.01), 0),
    x2: number(bag, 'x2', state.x2),
    y2: number(bag, 'y2', state.y2),
    colour: text(bag, 'c', state.colour),
    profile: text(bag, 'p', state.profile),
    nub: bag['n'] === undefined ? state.nub : bag['n'] === true,
    stepped: bag['l'] === undefined ? state.stepped : bag['l'] === true,
    decal: bag['d'] === undefined ? state.decal : bag['d'] === true,
    ghost: bag['g'] === undefined ? state.ghost : bag['g'] === true,
    switchMount: text(bag, 'sm', state.switchMount),
    switchBrand: text(bag, 'sb', state.switchBrand),
    switchType: text(bag, 'st', state.switchType),
  };
}
