/**
 * What a design may hold. `says` is null where it is kept, and otherwise the sentence its maker reads:
 * the picker and the database each answer every case.
 */
export interface DesignCase {
  readonly name: string;
  readonly design: unknown;
  readonly says: string | null;
}

const white = { hex: '#ffffff' };
const chalk = { hex: '#f1efe8', code: 'veld-abs-vp02' };

/** Offered nowhere in particular, with nothing left out. */
export const plainDesign = {
  layout: '60',
  zones: {
    alphas: chalk,
    modifiers: white,
    accents: { hex: '#c1462f', code: 'tarn-pbt-t210' },
    legends: { hex: '#000000' },
    modifierLegends: chalk,
    accentLegends: white,
    case: white,
    plate: white,
    weight: white,
  },
  keys: {},
  legends: 'on',
  profile: 'cherry',
  caseStyle: 'seamless',
};

const words = {
  shape: 'The design is not valid. Reload the page and try again.',
  size: 'A design can have at most 90 kB. Paint whole zones instead of single keys, or use a smaller layout.',
  noLayout: 'A design needs a layout: a name, or KLE data.',
  layoutName: 'There is no layout with this name.',
  kle: 'The layout must be KLE data with 1 to 1000 keys.',
  noCaps: 'The layout has no caps.',
  choice: 'The legends, profile or case style are not recognised. Choose them again.',
  keys: 'The painted keys are not valid. Reload the page and try again.',
  key: 'A key has an invalid colour.',
  noKey: 'A painted key is not in the layout.',
};

type Says = keyof typeof words | null;
type Named = readonly [name: string, value: unknown, says: Says];

const wholes: readonly Named[] = [
  ['nothing', null, 'shape'],
  ['a list', [], 'shape'],
  ['a text', 'design', 'shape'],
  ['a number', 7, 'shape'],
];

const fields: readonly Named[] = [
  ['a design as it is', {}, null],
  ['fields that are not drawn', { owner_id: 'x', secret: 'y', x: { y: [1] } }, null],
  ['the least there is', { keys: undefined, legends: undefined, profile: undefined }, null],
  ['nulls for what has a default', { keys: null, legends: null, caseStyle: null }, null],
  ...['on', 'off', 'sub'].map((legends): Named => [`legends ${legends}`, { legends }, null]),
  ...['cherry', 'sa', 'xda', 'low'].map((profile): Named => [profile, { profile }, null]),
  ...['seamless', 'forehead', 'wedge', 'pebble', 'tray', 'floating', 'none'].map(
    (caseStyle): Named => [`case ${caseStyle}`, { caseStyle }, null],
  ),
  ['unknown legends', { legends: 'half' }, 'choice'],
  ['legends that are no text', { legends: false }, 'choice'],
  ['legends in a list', { legends: ['on'] }, 'choice'],
  ['an unknown profile', { profile: 'dsa' }, 'choice'],
  ['a profile in other letters', { profile: 'Cherry' }, 'choice'],
  ['an unknown case style', { caseStyle: 'toString' }, 'choice'],
  ['an empty case style', { caseStyle: '' }, 'choice'],
];

const zone = (paint: unknown) => ({ zones: { ...plainDesign.zones, case: paint } });
const long = `${'a'.repeat(29)}-${'b'.repeat(30)}`;

const paints: readonly (readonly [name: string, paint: unknown, isPaint: boolean])[] = [
  ['a colour of the book', chalk, true],
  ['an idea', { hex: '#09afaf' }, true],
  ['a code of 60 characters', { hex: '#ffffff', code: long }, true],
  ['a code of 61 characters', { hex: '#ffffff', code: `${long}c` }, false],
  ['no colour', undefined, false],
  ['null', null, false],
  ['a text', '#ffffff', false],
  ['a list', [white], false],
  ['nothing in it', {}, false],
  ['capital letters', { hex: '#FFFFFF' }, false],
  ['three digits', { hex: '#fff' }, false],
  ['eight digits', { hex: '#ffffffff' }, false],
  ['a name', { hex: 'red' }, false],
  ['a line after it', { hex: '#ffffff\n' }, false],
  ['a number', { hex: 0 }, false],
  ['digits of another script', { hex: '#１２３４５６' }, false],
  ['an empty code', { hex: '#ffffff', code: '' }, false],
  ['no code', { hex: '#ffffff', code: null }, false],
  ['a code that is a number', { hex: '#ffffff', code: 7 }, false],
  ['a code that leads elsewhere', { hex: '#ffffff', code: '../x' }, false],
  ['a code in capitals', { hex: '#ffffff', code: 'VP02' }, false],
  ['a code that ends in a hyphen', { hex: '#ffffff', code: 'vp02-' }, false],
  ['a code with a line after it', { hex: '#ffffff', code: 'vp02\n' }, false],
  ['a field of its own', { hex: '#ffffff', name: 'White' }, false],
];

const zones: readonly DesignCase[] = [
  ...paints.map(([name, paint, isPaint]) => ({
    name: `a case in ${name}`,
    design: { ...plainDesign, ...zone(paint) },
    says: isPaint ? null : 'The zone case needs a colour.',
  })),
  ...Object.keys(plainDesign.zones).map((left) => ({
    name: `no zone ${left}`,
    design: { ...plainDesign, zones: { ...plainDesign.zones, [left]: undefined } },
    says: `The zone ${left} needs a colour.`,
  })),
  ...[undefined, null, [], 'white', 7, {}].map((value) => ({
    name: `zones that are ${JSON.stringify(value) ?? 'not there'}`,
    design: { ...plainDesign, zones: value },
    says: 'The zone alphas needs a colour.',
  })),
  {
    name: 'a zone that no board has',
    design: { ...plainDesign, zones: { ...plainDesign.zones, feet: { hex: 'red' } } },
    says: null,
  },
];

const keys: readonly Named[] = [
  ...paints.flatMap(([name, paint, isPaint]): Named[] =>
    paint === undefined
      ? []
      : ['cap', 'legend'].map((part) => [
          `a ${part} in ${name}`,
          { 1: { [part]: paint } },
          isPaint ? null : 'key',
        ]),
  ),
  ['all of a key', { 60: { cap: chalk, legend: white, zone: 'accents' } }, null],
  ['a key with nothing of its own', { 1: {} }, null],
  ['a key moved to alphas', { 1: { zone: 'alphas' } }, null],
  ['a key moved to modifiers', { 1: { zone: 'modifiers' } }, null],
  ['a key moved to the case', { 1: { zone: 'case' } }, 'key'],
  ['a key moved to null', { 1: { zone: null } }, 'key'],
  ['a key moved to a number', { 1: { zone: 1 } }, 'key'],
  ['a key moved to a list', { 1: { zone: ['alphas'] } }, 'key'],
  ['a key with a field of its own', { 1: { cap: chalk, note: 'mine' } }, 'key'],
  ['a key that is null', { 1: null }, 'key'],
  ['a key that is a list', { 1: [] }, 'key'],
  ['a key that is a text', { 1: '#ffffff' }, 'key'],
  ['the first key', { 0: { cap: chalk } }, null],
  ['the key after the last', { 61: { cap: chalk } }, 'noKey'],
  ['a key of four digits', { 1000: { cap: chalk } }, 'noKey'],
  ['a key below nothing', { '-1': { cap: chalk } }, 'noKey'],
  ['half a key', { '1.5': { cap: chalk } }, 'noKey'],
  ['a key with a zero before it', { '07': { cap: chalk } }, 'noKey'],
  ['a key in digits of another script', { '١': { cap: chalk } }, 'noKey'],
  ['a key with a name', { Esc: { cap: chalk } }, 'noKey'],
  ['a key without a name', { '': { cap: chalk } }, 'noKey'],
  ['a key with a line after it', { '1\n': { cap: chalk } }, 'noKey'],
  ['a list of keys', [], 'keys'],
  ['keys in a text', 'Q', 'keys'],
  ['keys in a number', 7, 'keys'],
];

const of = (count: number, key: unknown = 'Q'): unknown[] =>
  Array.from({ length: count }, () => key);
const property = (name: string, value: unknown) => [[{ [name]: value }, 'Q']];

const bounds = (names: readonly string[], least: number): Named[] =>
  names.flatMap((name): Named[] => [
    [`${name} at its least`, property(name, least), null],
    [`${name} at its most`, property(name, 1000), null],
    [`${name} of null`, property(name, null), null],
    [`${name} below its least`, property(name, least - 0.01), 'kle'],
    [`${name} over its most`, property(name, 1000.01), 'kle'],
    [`${name} as a text`, property(name, '1'), 'kle'],
    [`${name} as a truth`, property(name, true), 'kle'],
  ]);

const layouts: readonly Named[] = [
  ['a name of ours', 'numpad', null],
  ['a name of nobody', 'no-such', 'layoutName'],
  ['a name that every object has', 'constructor', 'layoutName'],
  ['a name in other letters', '60-ISO', 'layoutName'],
  ['an empty name', '', 'layoutName'],
  ['no layout', undefined, 'noLayout'],
  ['null', null, 'noLayout'],
  ['a number', 60, 'noLayout'],
  ['an object', { rows: [] }, 'noLayout'],
  ['one key', [['Q']], null],
  ['what a file says of itself, whatever that is', [{ name: 7, x: 'y', a: [1] }, ['Q']], null],
  ['what a file says of itself in the middle', [['Q'], { name: 'Mine' }], 'kle'],
  ['no rows', [], 'kle'],
  ['rows without keys', [[], [{ x: 1 }]], 'kle'],
  ['250 rows', of(250, ['Q']), null],
  ['1000 keys', [of(1000)], null],
  ['1001 keys', [of(1001)], 'kle'],
  ['1001 keys of which one is a decal', [[{ d: true }, ...of(1001)]], 'kle'],
  ['a row that is a text', ['Q'], 'kle'],
  ['a row that is a number', [['Q'], 7], 'kle'],
  ['a row that is null', [['Q'], null], 'kle'],
  ['a key that is a number', [['Q', 7]], 'kle'],
  ['a key that is null', [['Q', null]], 'kle'],
  ['a key that is a truth', [['Q', true]], 'kle'],
  ['a row in a row', [['Q', ['W']]], 'kle'],
  ['nothing but a decal', [[{ d: true }, 'Keywright']], 'noCaps'],
  ['nothing but ghosts', [[{ g: true }, 'Q', 'W']], 'noCaps'],
  ['a decal and a key after it', [[{ d: true }, 'Keywright', 'Q']], null],
  ['a decal said before its size', [['Q', { d: true }, { w: 2 }, 'Keywright']], null],
  ['a decal that no key follows', [['Q', { d: true }]], null],
  ['a ghost and a key after it', [[{ g: true }, 'Q', { g: false }, 'W']], null],
  ['a decal by another word than true', [[{ d: 1 }, 'Q']], null],
  ...bounds(['x', 'y', 'x2', 'y2', 'r', 'rx', 'ry'], -1000),
  ...bounds(['w', 'h'], 0.01),
  ...bounds(['w2', 'h2', 'f', 'f2'], 0),
  ...[0, 1, 2, 3, 4, 5, 6, 7, null].map((a): Named => [
    `words set as ${a}`,
    [[{ a }, 'Q\nEsc\n\n\n\n\nHome']],
    null,
  ]),
  ...[-1, 8, 1.5, '4', [4]].map((a): Named => [
    `words set as ${JSON.stringify(a)}`,
    property('a', a),
    'kle',
  ]),
  ...['r', 'rx', 'ry'].flatMap((name): Named[] => [
    [`${name} after a key`, [['Q', { [name]: 1 }, 'W']], 'kle'],
    [`${name} of null after a key`, [['Q', { [name]: null }, 'W']], 'kle'],
  ]),
  ['sizes of words', property('fa', [3, 0, null, 9]), null],
  ['no sizes of words', property('fa', []), null],
  ['sizes of words that are one number', property('fa', 3), 'kle'],
  ['sizes of words that are null', property('fa', null), 'kle'],
  ['a size of words that is a text', property('fa', [3, '9']), 'kle'],
  ['a size of words below nothing', property('fa', [-1]), 'kle'],
  ...['t', 'c', 'p', 'sm', 'sb', 'st'].flatMap((name): Named[] => [
    [`${name} in any text`, property(name, 'url(https://x.test)'), null],
    [`${name} of null`, property(name, null), null],
    [`${name} as a number`, property(name, 7), 'kle'],
    [`${name} as a list`, property(name, ['#ffffff']), 'kle'],
  ]),
  ['a property that nobody knows', property('z', { deep: [null] }), null],
  ['hostile words', [['<script>alert(1)</script>', '"\'\\', '\u202egnol', '👩‍🔧', '\u0001\t']], null],
  ['a legend of 20,000 characters', [['Q'.repeat(20_000)]], null],
];

/** So that the whole is of exactly so many bytes in the database. */
const ofBytes = (bytes: number, filling: string) => {
  // The plain design with `"layout": [["…"]]`, as Postgres writes it.
  const rest = 467;
  return [[filling.repeat(Math.floor((bytes - rest) / new TextEncoder().encode(filling).length))]];
};

const sizes: readonly Named[] = [
  ['90,000 bytes', ofBytes(90_000, 'Q'), null],
  ['90,001 bytes', ofBytes(90_001, 'Q'), 'size'],
  ['letters of two bytes', ofBytes(90_003, 'É'), 'size'],
];

const named = (prefix: string, cases: readonly Named[], put: (value: unknown) => unknown) =>
  cases.map(([name, value, says]): DesignCase => ({
    name: prefix + name,
    design: put(value),
    says: says === null ? null : words[says],
  }));

export const designCases: readonly DesignCase[] = [
  ...named('a design that is ', wholes, (value) => value),
  ...named('', fields, (value) => ({ ...plainDesign, ...(value as object) })),
  ...zones,
  ...named('keys: ', keys, (value) => ({ ...plainDesign, keys: value })),
  ...named('layout: ', layouts, (value) => ({ ...plainDesign, layout: value })),
  ...named('size: ', sizes, (value) => ({ ...plainDesign, layout: value })),
];

/** Texts that no JSON of Postgres can hold: the picker refuses them before it asks. */
export const unstorableLayouts: readonly unknown[] = [
  [['Q\u0000']],
  [['\ud83d']],
  [[{ c: '\udc00' }, 'Q']],
  [{ notes: 'a\u0000b' }, ['Q']],
  [{ '\u0000': 1 }, ['Q']],
];
