import type { LayoutKey, Legend } from '../keyboard-layouts/keyboard-layout.ts';
import type { CapProfile, LegendStyle } from './board-spec.ts';
import { round2, type Point } from './camera.ts';
import { glyphOf, isPicture } from './glyphs.ts';

/** Where a point of the cap's top (0 to 1 across, 0 to 1 down) lands in the picture. */
export type TopPlane = {
  readonly at: (across: number, down: number) => Point;
  readonly width: number;
  readonly height: number;
};

type Text = { readonly path: string; readonly width: number };
const GAP = 2.5;
const texts = new Map<string, Text>();
const KNOWN_TEXTS = 600;

const shifted = (path: string, by: number): string => {
  if (by === 0) return path;
  // Paths in the alphabet are absolute; only H and the x of each pair move.
  return path.replace(/([MLHVCSA])([^MLHVCSAZ]*)/g, (_, command: string, args: string) => {
    const numbers = (args.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const step = command === 'A' ? 7 : 2;
    const moved = numbers.map((value, index) => {
      if (command === 'V') return value;
      if (command === 'H') return round2(value + by);
      const place = index % step;
      return place === (command === 'A' ? 5 : 0) ? round2(value + by) : value;
    });
    return command + moved.join(' ');
  });
};

function textOf(words: string): Text {
  const known = texts.get(words);
  if (known !== undefined) return known;
  let width = 0;
  let path = '';
  for (const character of words) {
    const glyph = glyphOf(character) ?? glyphOf(character.toUpperCase()) ?? glyphOf('●');
    if (glyph === undefined) continue;
    path += shifted(glyph[1], width);
    width += glyph[0] + GAP;
  }
  const made = { path, width: Math.max(width - GAP, 0.8) };
  if (texts.size < KNOWN_TEXTS) texts.set(words, made);
  return made;
}

type Style = { readonly anchorX: number; readonly anchorY: number; readonly size: number };

/** Key units from the baseline to the top of a capital. */
const SIZES: Record<CapProfile, { letter: number; pair: number; word: number }> = {
  cherry: { letter: 0.225, pair: 0.16, word: 0.135 },
  sa: { letter: 0.25, pair: 0.165, word: 0.13 },
  xda: { letter: 0.21, pair: 0.15, word: 0.125 },
  low: { letter: 0.2, pair: 0.15, word: 0.12 },
};

const COLUMN = [0, 0.5, 1];
const isWord = (text: string): boolean => [...text].length > 1;

function styleOf(legend: Legend, all: readonly Legend[], profile: CapProfile): Style {
  const sizes = SIZES[profile];
  const alone = all.length === 1;
  if (alone && isPicture(legend.text)) return { anchorX: 0.5, anchorY: 0.5, size: 0.33 };
  const scale = Math.min(Math.max(legend.size, 1), 9) / 3;
  const column = COLUMN[legend.position % 3] ?? 0;
  const row = COLUMN[Math.floor(legend.position / 3)] ?? 0;
  const base = isWord(legend.text) ? sizes.word : alone ? sizes.letter : sizes.pair;
  const size = base * (legend.size === 3 ? 1 : scale);
  const centred = alone && profile !== 'cherry' && legend.position === 0;
  return centred ? { anchorX: 0.5, anchorY: 0.5, size } : { anchorX: column, anchorY: row, size };
}

const MARGIN = 0.11;

function strokes(words: string, style: Style, plane: TopPlane, weight: number): string {
  const text = textOf(words);
  if (text.path === '') return '';
  const room = plane.width - 2 * MARGIN;
  const size = Math.min(style.size, (room * 10) / text.width);
  const across = (text.width * size) / 10;
  const left = MARGIN + (room - across) * style.anchorX;
  const top = MARGIN + (plane.height - 2 * MARGIN - size) * style.anchorY;
  const [x, y] = plane.at(left / plane.width, top / plane.height);
  const [xr, yr] = plane.at((left + across) / plane.width, top / plane.height);
  const [xd, yd] = plane.at(left / plane.width, (top + size) / plane.height);
  const five = (value: number) => Math.round(value * 1e4) / 1e4;
  const matrix = [
    five((xr - x) / text.width),
    five((yr - y) / text.width),
    five((xd - x) / 10),
    five((yd - y) / 10),
    round2(x),
    round2(y),
  ].join(' ');
  const stroke = Math.round((weight / size) * 100) / 10;
  return `<path transform="matrix(${matrix})" stroke-width="${stroke}" d="${text.path}"/>`;
}

const MORSE: Record<string, string> = {
  A: '.-',
  B: '-...',
  C: '-.-.',
  D: '-..',
  E: '.',
  F: '..-.',
  G: '--.',
  H: '....',
  I: '..',
  J: '.---',
  K: '-.-',
  L: '.-..',
  M: '--',
  N: '-.',
  O: '---',
  P: '.--.',
  Q: '--.-',
  R: '.-.',
  S: '...',
  T: '-',
  U: '..-',
  V: '...-',
  W: '.--',
  X: '-..-',
  Y: '-.--',
  Z: '--..',
};

/** The second legend of a letter is its Morse code, low on the right. */
function morse(letter: string, plane: TopPlane): string {
  const code = MORSE[letter];
  if (code === undefined) return '';
  const pitch = 0.055;
  let x = plane.width - MARGIN;
  const marks = [...code].toReversed().map((mark) => {
    const length = mark === '-' ? 0.07 : 0.0;
    const right = plane.at(x / plane.width, 1 - MARGIN / plane.height - 0.02);
    x -= length;
    const left = plane.at(x / plane.width, 1 - MARGIN / plane.height - 0.02);
    x -= pitch;
    return `M${round2(left[0])} ${round2(left[1])}L${round2(right[0] + 0.01)} ${round2(right[1])}`;
  });
  return `<path stroke-width="1.7" stroke-opacity=".8" d="${marks.join('')}"/>`;
}

export type LegendLook = {
  readonly colour: string;
  readonly style: LegendStyle;
  readonly profile: CapProfile;
};

export function legendMarkup(key: LayoutKey, plane: TopPlane, look: LegendLook): string {
  if (look.style === 'off') return '';
  const legends = key.legends.filter((legend) => legend.position < 9 && legend.text.trim() !== '');
  if (legends.length === 0) return '';
  const paths = legends.map((legend) => {
    const style = styleOf(legend, legends, look.profile);
    const weight = isWord(legend.text) ? 0.021 : legends.length > 1 ? 0.023 : 0.03;
    return strokes(legend.text.trim(), style, plane, weight);
  });
  const first = legends[0]?.text ?? '';
  const second = look.style === 'sub' && legends.length === 1 ? morse(first, plane) : '';
  return `<g fill="none" stroke="${look.colour}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}${second}</g>`;
}
