/**
 * It walks the keys in their order and writes down each change of state, so that reading the result
 * gives the same keys in the same order.
 */
import { alignmentFor, LEGEND_ORDER } from './keyboard-layout-alignment.ts';
import { START, tidy, type State } from './keyboard-layout-state.ts';
import type { KeyboardLayout, LayoutKey } from './keyboard-layout.ts';

type Change = Record<string, unknown>;
type Cursor = { state: State; change: Change };

function differ(cursor: Cursor, name: string, want: unknown, have: unknown): void {
  if (want !== have) cursor.change[name] = want;
}

const sameTurn = (key: LayoutKey, state: State): boolean =>
  key.rotation === state.rotation &&
  key.rotationX === state.rotationX &&
  key.rotationY === state.rotationY;

function turn(key: LayoutKey, cursor: Cursor): void {
  const { state } = cursor;
  if (sameTurn(key, state)) return;
  differ(cursor, 'r', key.rotation, state.rotation);
  const moved = key.rotationX !== state.rotationX || key.rotationY !== state.rotationY;
  if (moved) {
    cursor.change['rx'] = key.rotationX;
    cursor.change['ry'] = key.rotationY;
  }
  cursor.state = {
    ...state,
    rotation: key.rotation,
    rotationX: key.rotationX,
    rotationY: key.rotationY,
    x: moved ? key.rotationX : state.x,
    y: moved ? key.rotationY : state.y,
  };
}

function place(key: LayoutKey, cursor: Cursor): void {
  differ(cursor, 'x', tidy(key.x - cursor.state.x), 0);
  differ(cursor, 'y', tidy(key.y - cursor.state.y), 0);
}

function shape(key: LayoutKey, cursor: Cursor): void {
  differ(cursor, 'w', key.width, 1);
  differ(cursor, 'h', key.height, 1);
  differ(cursor, 'x2', key.x2, 0);
  differ(cursor, 'y2', key.y2, 0);
  differ(cursor, 'w2', key.width2, key.width);
  differ(cursor, 'h2', key.height2, key.height);
  if (key.nub) cursor.change['n'] = true;
  if (key.stepped) cursor.change['l'] = true;
  if (key.decal) cursor.change['d'] = true;
}

function sticky(key: LayoutKey, cursor: Cursor): void {
  const { state } = cursor;
  differ(cursor, 'c', key.colour, state.colour);
  differ(cursor, 'p', key.profile, state.profile);
  differ(cursor, 'g', key.ghost, state.ghost);
  differ(cursor, 'sm', key.switchMount, state.switchMount);
  differ(cursor, 'sb', key.switchBrand, state.switchBrand);
  differ(cursor, 'st', key.switchType, state.switchType);
  const { colour, profile, ghost, switchMount, switchBrand, switchType } = key;
  cursor.state = { ...state, colour, profile, ghost, switchMount, switchBrand, switchType };
}

const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/** Colours and sizes are written out per legend whenever they are not what the state would give. */
function legends(key: LayoutKey, cursor: Cursor): string {
  const positions = key.legends.map((legend) => legend.position);
  const alignment = alignmentFor(positions, cursor.state.alignment);
  differ(cursor, 'a', alignment, cursor.state.alignment);
  const order = LEGEND_ORDER[alignment] ?? [];
  const lines = order.map((slot) => key.legends.find((legend) => legend.position === slot));
  while (lines.length > 0 && lines.at(-1) === undefined) lines.pop();
  let state: State = { ...cursor.state, alignment };
  const right = lines.every(
    (legend, n) =>
      legend === undefined ||
      ((state.textColours[n] || state.textColour) === legend.colour &&
        (state.textSizes[n] || state.textSize) === legend.size),
  );
  if (!right) {
    const textColours = lines.map((legend) => legend?.colour ?? '');
    const textSizes = lines.map((legend) => legend?.size ?? 0);
    const textColour = textColours[0] || state.textColour;
    if (!sameList(textColours, state.textColours)) cursor.change['t'] = textColours.join('\n');
    if (!sameList(textSizes, state.textSizes)) cursor.change['fa'] = textSizes;
    state = { ...state, textColours, textSizes, textColour };
  }
  cursor.state = state;
  return lines.map((legend) => legend?.text ?? '').join('\n');
}

function writeKey(key: LayoutKey, cursor: Cursor): unknown[] {
  turn(key, cursor);
  place(key, cursor);
  shape(key, cursor);
  sticky(key, cursor);
  const label = legends(key, cursor);
  const items = Object.keys(cursor.change).length > 0 ? [cursor.change, label] : [label];
  cursor.state = { ...cursor.state, x: tidy(key.x + key.width), y: key.y };
  cursor.change = {};
  return items;
}

export function writeKle(layout: KeyboardLayout): unknown[] {
  const rows: unknown[][] = [];
  const cursor: Cursor = { state: START, change: {} };
  for (const key of layout.keys) {
    const { state } = cursor;
    if (rows.length === 0) rows.push([]);
    else if (!sameTurn(key, state) || key.y !== state.y) {
      rows.push([]);
      cursor.state = { ...state, x: state.rotationX, y: tidy(state.y + 1) };
    }
    rows.at(-1)?.push(...writeKey(key, cursor));
  }
  return Object.keys(layout.meta).length > 0 ? [layout.meta, ...rows] : rows;
}
