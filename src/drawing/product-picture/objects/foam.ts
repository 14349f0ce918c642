/** The model of what fills a board: felt, foam and tape, and the board that they go into. */
import { box, carve, drum, join, type Field } from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { GLOSS, MATT, within, type Paint, type Part } from '../../solid/part.ts';
import { posedParts, step, type Pose } from '../../artisan/sculpt.ts';
import { solid, type Callouts, type ObjectModel, type Order } from '../object-model.ts';
import { holes, pcbUnderside } from './board-layers.ts';
import { circuit, keysOnPlate, looseCap, looseSwitch, openCase } from './open-board.ts';

const WOOL = { ...MATT, gloss: 0.04 };

/** A sheet that lies flat up to `from` and is rolled up round `radius` beyond: along it, across, out of it. */
const curled =
  (sheet: Field, from: number, radius: number): Field =>
  (x, y, z) => {
    if (x <= from && z < radius) return sheet(x, y, z);
    const angle = Math.atan2(x - from, radius - z);
    const turned = angle < -Math.PI / 2 ? angle + 2 * Math.PI : angle;
    return sheet(from + radius * turned, y, radius - Math.hypot(x - from, z - radius)) * 0.9;
  };

type Roll = { readonly from: number; readonly radius: number; readonly at: Pose };

/** Thick and woolly: its edge frays and its fibres lie every way. */
function felt(colour: string, second: string, seed: number, { from, radius, at }: Roll): Part[] {
  const frayed: Field = (x, y, z) =>
    box([0, 0, 0.06], [1.54, 0.54, 0.05], 0.045)(x, y, z) -
    0.006 * noise3(x * 34, y * 34, z * 20, seed) -
    0.004 * noise3(x * 12, y * 12, z * 9, seed + 3);
  const fibres: Paint = (x, y, z) =>
    0.12 * step(0, 0.8, noise3(x * 80, y * 24, z * 60, seed)) +
    0.12 * step(0, 0.8, noise3(x * 22, y * 84, z * 60, seed + 1));
  const sheet = solid(
    curled(frayed, from, radius),
    within(-1.6, -0.6, -0.01, 1.6, 0.6, from > 1.6 ? 0.14 : 0.95),
    colour,
    { surface: WOOL, second, paint: fibres, cell: 0.0125 },
  );
  return posedParts([sheet], at);
}

/** Soft: round edges, and pores all over. */
function poredFoam(colour: string, pore: string, seed: number, at: Pose): Part[] {
  const soft = carve(0.03, box([0, 0, 0.05], [1.54, 0.54, 0.045], 0.04), holes(0.07));
  const pores: Paint = (x, y, z) =>
    0.4 * step(0.3, 0.7, noise3(x * 46, y * 46, z * 46, seed)) +
    0.15 * step(0.3, 0.7, noise3(x * 90, y * 90, z * 90, seed + 1));
  const sheet = solid(soft, within(-1.6, -0.6, -0.01, 1.6, 0.6, 0.12), colour, {
    surface: WOOL,
    second: pore,
    paint: pores,
    cell: 0.0115,
  });
  return posedParts([sheet], at);
}

/** A strip as thin as paper, still on its roll of card where it is not laid out. */
function tapeOnRoll(colour: string, seed: number, from: number, at: Pose): Part[] {
  const [radius, core, half] = [0.3, 0.2, 0.15];
  const hub = 0.02 + radius;
  const ringOf = (out: number, hole: number): Field => {
    const whole = drum([0, 0, 0], out, half, 0.012);
    const open = drum([0, 0, 0], hole, 2, 0.005);
    const ring = carve(0.006, whole, open);
    return (x, y, z) => ring(x, z - hub, y);
  };
  const laid = box([-from / 2, 0, 0.02], [from / 2, half, 0.018], 0.008);
  const windings: Paint = (x, y, z) => {
    const r = Math.hypot(x, z - hub);
    // On the ends of the roll each turn is seen; elsewhere the sheen wanders.
    return Math.abs(y) > half - 0.015 && r < radius && z > 0.06
      ? 0.55 * step(-0.2, 0.4, Math.sin(r * 260))
      : 0.12 * step(-0.3, 0.6, noise3(x * 4, y * 7, z * 4, seed));
  };
  const reach = within(
    -from - 0.05,
    -half - 0.04,
    -0.01,
    radius + 0.06,
    half + 0.04,
    2 * radius + 0.06,
  );
  return posedParts(
    [
      solid(join(ringOf(radius, core + 0.03), laid), reach, colour, {
        surface: { ...GLOSS, gloss: 0.7 },
        second: '#7d5f27',
        paint: windings,
        cell: 0.0105,
      }),
      solid(ringOf(core + 0.035, core), reach, '#efe6d4', { surface: MATT, cell: 0.0105 }),
    ],
    at,
  );
}

/** Laid side by side below the circuit board. */
function tapeStrips(colour: string, at: Pose): Part[] {
  const strips = join(
    ...[-1, 0, 1].map((n) => box([0.03 * n, 0.345 * n, 0.012], [1.42, 0.16, 0.012], 0.006)),
  );
  const bounds = within(-1.5, -0.56, -0.01, 1.5, 0.56, 0.04);
  return posedParts(
    [solid(strips, bounds, colour, { surface: { ...GLOSS, gloss: 0.7 }, cell: 0.0105 })],
    at,
  );
}

const PORE = '#8f8b80';
const FIBRE = '#c9cacb';

/** Foam over the circuit board at the left end of an open board, and before it what else is in the set. */
function beforeTheBoard({ colours: { main, second, accent }, seed }: Order): Part[] {
  const scene = [
    ...openCase({ at: [0, -0.5, 0] }),
    ...circuit({ at: [0, -0.5, 0.12] }),
    ...poredFoam(second, PORE, seed, { at: [0.18, -0.46, 0.3], spin: -3 }),
    ...keysOnPlate({ at: [0, -1.0, 0.7], tip: 16 }),
    ...felt(main, FIBRE, seed, { from: 0.2, radius: 0.28, at: { at: [-0.15, 0.84, 0], spin: 2 } }),
    ...looseCap('K', { at: [-1, 0.98, 0.12], spin: 12 }),
    ...tapeOnRoll(accent, seed, 0.9, { at: [0.12, 1.56, 0], spin: 2 }),
    ...looseSwitch({ at: [-0.95, 1.58, 0.09], spin: 20 }),
  ];
  return posedParts(scene, { at: [-0.22, 0, 0], scale: 0.9 });
}

/** The circuit board turned over: two strips of tape over its sockets, and a third from the roll. */
function tapeOverPcb({ colours: { accent }, seed }: Order): Part[] {
  const strip = (y: number, end: number) =>
    box([end / 2 - 0.73, y, 0.13], [end / 2 + 0.73, 0.16, 0.006], 0.004);
  // The first ends before the plug of the cable.
  const laid = solid(
    join(strip(-0.36, 1.14), strip(-0.02, 1.46)),
    within(-1.5, -0.56, 0.1, 1.5, 0.16, 0.16),
    accent,
    { surface: { ...GLOSS, gloss: 0.7 }, cell: 0.0105 },
  );
  const circuitColours = { main: '#23493c', second: '#c9a85c', accent: '#eef2e6' };
  return posedParts(
    [
      ...pcbUnderside({ colours: circuitColours, seed, variant: 1 }),
      laid,
      ...tapeOnRoll(accent, seed, 1.5, { at: [0.3, 0.34, 0.13] }),
      ...looseCap('K', { at: [-0.55, 0.95, 0], spin: 12 }),
      ...looseSwitch({ at: [-0.12, 0.9, 0.09] }),
    ],
    { at: [-0.22, 0.2, 0], scale: 1.12 },
  );
}

/** How high each layer of a board hangs over the case. */
const LAYERS = { felt: 0.72, tape: 1.24, circuit: 1.62, foam: 2.14, keys: 2.68 } as const;

/** Shines a little: what hangs under the keys would lie in their shade. */
const shaded = (part: Part): Part => ({ ...part, surface: { ...part.surface, glow: 0.22 } });

function layerByLayer({ colours: { main, second, accent }, seed }: Order): Part[] {
  const inside = [
    ...felt(main, FIBRE, seed, { from: 3, radius: 1, at: { at: [0, 0, LAYERS.felt] } }),
    ...tapeStrips(accent, { at: [0, 0, LAYERS.tape] }),
    ...circuit({ at: [0, 0, LAYERS.circuit] }),
    ...poredFoam(second, PORE, seed, { at: [0, 0, LAYERS.foam] }),
  ];
  return [
    ...openCase({ at: [0, 0, 0] }),
    ...inside.map(shaded),
    ...keysOnPlate({ at: [0, 0, LAYERS.keys] }),
  ];
}

/** Between each layer and the next, at a corner: from the upper side of one to the lower of the other. */
const corner = (x: number, y: number): Callouts['guides'] =>
  (
    [
      [0.3, LAYERS.felt],
      [LAYERS.felt + 0.1, LAYERS.tape],
      [LAYERS.tape + 0.02, LAYERS.circuit + 0.03],
      [LAYERS.circuit + 0.09, LAYERS.foam],
      [LAYERS.foam + 0.09, LAYERS.keys],
    ] as const
  ).map(([low, high]) => [
    [x, y, low],
    [x, y, high],
  ]);

const layerCallouts: Callouts = {
  column: 0.84,
  names: [
    { name: 'Foam', at: [1.5, 0.4, LAYERS.foam + 0.06] },
    { name: 'Tape', at: [1.4, 0.4, LAYERS.tape + 0.02] },
    { name: 'Felt', at: [1.5, 0.4, LAYERS.felt + 0.06] },
  ],
  guides: [...corner(-1.5, 0.52), ...corner(1.5, 0.52)],
};

/** Only what is in the set. */
const setCallouts: Callouts = {
  column: 0.86,
  names: [
    { name: 'Foam', at: [1.3, -0.2, 0.31] },
    { name: 'Felt', at: [-0.2, 0.54, 0.45] },
    { name: 'Tape', at: [-0.05, 1.36, 0.46] },
  ],
  guides: [],
};

const SCENES = [beforeTheBoard, layerByLayer, tapeOverPcb] as const;

export const foam: ObjectModel = {
  parts: (order) => (SCENES[order.variant % 3] ?? beforeTheBoard)(order),
  eye: { pitch: 40, yaw: -24, target: [-0.14, 0.12, 0.3], span: 4.05, distance: 8 },
  close: { pitch: 24, yaw: -24, target: [0.3, 0, 1.38], span: 4.5 },
  callouts: ({ variant }) => [setCallouts, layerCallouts, null][variant % 3] ?? null,
};
