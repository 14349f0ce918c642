import type {
  BoardScene,
  BoardSpec,
  CaseStyle,
  CaseStyleName,
  KeyColours,
  KeyZone,
  ZoneColours,
} from '../board/board-spec.ts';
import { parseKle } from '../keyboard-layouts/keyboard-layout.ts';
import { isLayoutName } from '../keyboard-layouts/built-in.ts';
import {
  bagAt,
  colourAt,
  maybe,
  numberAt,
  oneOf,
  refuseOthers,
  SpecFault,
  textAt,
  type Bag,
} from './spec-reader.ts';

const FINISHES = ['anodised', 'painted', 'frosted', 'wood', 'brass'] as const;
const STYLE_NAMES: readonly CaseStyleName[] = [
  'seamless',
  'forehead',
  'wedge',
  'pebble',
  'tray',
  'floating',
  'none',
];

function layoutAt(bag: Bag): BoardSpec['layout'] {
  const value = bag['layout'];
  if (typeof value === 'string') {
    if (isLayoutName(value)) return value;
    throw new SpecFault(`"${value}" is not a built-in layout.`);
  }
  const read = parseKle(value);
  if (read.ok) return read.value;
  const { row, item, message } = read.error;
  const place =
    row === undefined ? '' : ` (row ${row}${item === undefined ? '' : `, key ${item}`})`;
  throw new SpecFault(`"layout" can't be read${place}: ${message}`);
}

function zoneColours(bag: Bag): ZoneColours {
  const colours = bagAt(bag, 'colours');
  return {
    alphas: colourAt(colours, 'alphas'),
    modifiers: colourAt(colours, 'modifiers'),
    accents: colourAt(colours, 'accents'),
    legends: colourAt(colours, 'legends'),
    ...maybe(colours, 'modifierLegends', colourAt),
    ...maybe(colours, 'accentLegends', colourAt),
    case: colourAt(colours, 'case'),
    plate: colourAt(colours, 'plate'),
    weight: colourAt(colours, 'weight'),
  };
}

const keyColours = (bag: Bag): KeyColours => {
  refuseOthers(bag, ['cap', 'legend']);
  return { ...maybe(bag, 'cap', colourAt), ...maybe(bag, 'legend', colourAt) };
};

function byIndex<V>(bag: Bag, key: string, read: (entries: Bag, index: string) => V) {
  const entries = bagAt(bag, key);
  const result: { [index: number]: V } = {};
  for (const index of Object.keys(entries)) {
    if (!/^\d{1,4}$/.test(index)) throw new SpecFault(`"${key}" is keyed by the number of a key.`);
    result[Number(index)] = read(entries, index);
  }
  return result;
}

function caseStyleAt(bag: Bag): CaseStyleName | CaseStyle {
  if (typeof bag['caseStyle'] === 'string') return oneOf(bag, 'caseStyle', STYLE_NAMES);
  const style = bagAt(bag, 'caseStyle');
  return {
    bezel: numberAt(style, 'bezel', 0, 3),
    forehead: numberAt(style, 'forehead', 0, 3),
    cornerRadius: numberAt(style, 'cornerRadius', 0, 3),
    thickness: numberAt(style, 'thickness', 0.1, 3),
    wall: numberAt(style, 'wall', -0.5, 1),
    finish: oneOf(style, 'finish', FINISHES),
    sideProfile: oneOf(style, 'sideProfile', [
      'straight',
      'chamfer',
      'undercut',
      'rounded',
      'seam',
    ] as const),
  };
}

function sceneAt(bag: Bag): BoardScene {
  const scene = bagAt(bag, 'scene');
  return {
    ...maybe(scene, 'background', colourAt),
    ...(scene['shadow'] === false ? { shadow: false } : {}),
  };
}

/** What boards and kit sheets share. */
export function capFields(bag: Bag): Omit<BoardSpec, 'layout' | 'caseStyle' | 'view'> {
  return {
    colours: zoneColours(bag),
    ...maybe(bag, 'keyColours', (from, key) =>
      byIndex(from, key, (entries, index) => keyColours(bagAt(entries, index))),
    ),
    ...maybe(bag, 'keyZones', (from, key) =>
      byIndex<KeyZone>(from, key, (entries, index) =>
        oneOf(entries, index, ['alphas', 'modifiers', 'accents']),
      ),
    ),
    ...maybe(bag, 'legends', (from, key) => oneOf(from, key, ['on', 'off', 'sub'] as const)),
    ...maybe(bag, 'profile', (from, key) =>
      oneOf(from, key, ['cherry', 'sa', 'xda', 'low'] as const),
    ),
    ...maybe(bag, 'scene', sceneAt),
    ...maybe(bag, 'width', (from, key) => numberAt(from, key, 16, 4096)),
    ...maybe(bag, 'aspect', (from, key) => numberAt(from, key, 0.2, 5)),
    ...maybe(bag, 'title', textAt),
  };
}

export function boardFields(bag: Bag): BoardSpec {
  return {
    layout: layoutAt(bag),
    ...capFields(bag),
    ...maybe(bag, 'caseStyle', caseStyleAt),
    ...maybe(bag, 'finish', (from, key) => oneOf(from, key, FINISHES)),
    ...maybe(bag, 'knob', (from, key) => numberAt(from, key, 0, 999)),
    ...(bag['isWeighted'] === false ? { isWeighted: false } : {}),
    ...(bag['hasThumbScrew'] === true ? { hasThumbScrew: true } : {}),
    ...maybe(bag, 'glow', colourAt),
    ...maybe(bag, 'window', colourAt),
    ...maybe(bag, 'view', (from, key) =>
      oneOf(from, key, [
        'top',
        'angled',
        'left',
        'right',
        'front',
        'corner',
        'flat',
        'detail',
        'side',
        'back',
        'rear',
        'exploded',
      ] as const),
    ),
    ...maybe(bag, 'focus', (from, key) => numberAt(from, key, 0, 999)),
  };
}
