/**
 * A KLE file is a program: objects change a running state, strings stamp a key from it. Every fault
 * names its row and item, counted from 1.
 */
import { LEGEND_ORDER } from './keyboard-layout-alignment.ts';
import { changed, isBag, KleFault, START, tidy, type State } from './keyboard-layout-state.ts';
import type { KleResult, LayoutKey, LayoutMeta, Legend } from './keyboard-layout.ts';

export type KleProblem = {
  readonly message: string;
  /** Counted from 1; absent where the whole file is at fault. */
  readonly row?: number;
  readonly item?: number;
};

const MAX_KEYS = 1000;

function legendsOf(label: string, state: State): Legend[] {
  const order = LEGEND_ORDER[state.alignment] ?? [];
  const legends: Legend[] = [];
  for (const [index, line] of label.split('\n').entries()) {
    const position = order[index];
    if (line === '' || position === null || position === undefined) continue;
    legends.push({
      position,
      text: line,
      colour: state.textColours[index] || state.textColour,
      size: state.textSizes[index] || state.textSize,
    });
  }
  return legends.toSorted((a, b) => a.position - b.position);
}

function stamp(label: string, state: State): LayoutKey {
  return {
    x: state.x,
    y: state.y,
    width: state.width,
    height: state.height,
    x2: state.x2,
    y2: state.y2,
    width2: state.width2 === 0 ? state.width : state.width2,
    height2: state.height2 === 0 ? state.height : state.height2,
    rotation: state.rotation,
    rotationX: state.rotationX,
    rotationY: state.rotationY,
    legends: legendsOf(label, state),
    colour: state.colour,
    profile: state.profile,
    nub: state.nub,
    ghost: state.ghost,
    stepped: state.stepped,
    decal: state.decal,
    switchMount: state.switchMount,
    switchBrand: state.switchBrand,
    switchType: state.switchType,
  };
}

const afterKey = (state: State): State => ({
  ...state,
  x: tidy(state.x + state.width),
  width: 1,
  height: 1,
  x2: 0,
  y2: 0,
  width2: 0,
  height2: 0,
  nub: false,
  stepped: false,
  decal: false,
});

function readRow(row: readonly unknown[], from: State, keys: LayoutKey[]): State | KleProblem {
  let state = from;
  for (const [index, item] of row.entries()) {
    try {
      if (typeof item === 'string') {
        if (keys.length >= MAX_KEYS) throw new KleFault(`More than ${MAX_KEYS} keys.`);
        keys.push(stamp(item, state));
        state = afterKey(state);
      } else if (isBag(item)) state = changed(state, item, index === 0);
      else throw new KleFault('Expected a key (text) or its properties (an object).');
    } catch (fault) {
      if (!(fault instanceof KleFault)) throw fault;
      return { message: fault.message, item: index + 1 };
    }
  }
  return state;
}

function readRows(rows: readonly unknown[]): KleResult {
  let state = START;
  let meta: LayoutMeta = {};
  const keys: LayoutKey[] = [];
  for (const [index, row] of rows.entries()) {
    if (Array.isArray(row)) {
      const next = readRow(row, state, keys);
      if ('message' in next) return { ok: false, error: { ...next, row: index + 1 } };
      state = { ...next, x: next.rotationX, y: tidy(next.y + 1) };
    } else if (index === 0 && isBag(row)) meta = row;
    else {
      const message = 'Expected a row: a list of keys. Only the first entry may be an object.';
      return { ok: false, error: { message, row: index + 1 } };
    }
  }
  if (keys.length === 0)
    return { ok: false, error: { message: 'There is no key in this layout.' } };
  return { ok: true, value: { meta, keys } };
}

/** KLE's own editor shows rows without the outer brackets and without quotes round names. */
function readText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const quoted = text.replace(
      /("(?:[^"\\]|\\.)*")|([{,]\s*)([A-Za-z_]\w*)\s*:/g,
      (_, literal: string | undefined, lead: string, name: string) =>
        literal ?? `${lead}"${name}":`,
    );
    return JSON.parse(`[${quoted}]`);
  }
}

export function readKle(json: unknown): KleResult {
  let data = json;
  if (typeof json === 'string') {
    try {
      data = readText(json);
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : 'unreadable';
      return { ok: false, error: { message: `This is not KLE data: ${reason}` } };
    }
  }
  if (Array.isArray(data)) return readRows(data);
  return { ok: false, error: { message: 'KLE data is a list of rows.' } };
}
