/**
 * Typing, drawn by a computer: each key is a burst of filtered noise and a few ringing tones, at the
 * moments of somebody who writes. The same switch and seed give the same samples.
 */
import { createChance, type Chance } from './random.ts';

export const sampleRate = 22_050;
const seconds = 3.6;

/** How a key sounds on its way down and up. */
export interface SwitchSound {
  /** Where the case and plate ring when the key lands: frequency in Hz, share of the whole. */
  readonly body: readonly (readonly [hertz: number, share: number])[];
  readonly ringMs: number;
  /** The knock of plastic on plastic: noise about this frequency, and how long it takes to die. */
  readonly knockHertz: number;
  readonly knockMs: number;
  readonly knock: number;
  /** The leaf or bump before the bottom: nought for linear ones. */
  readonly bump: number;
  /** The snap of a click bar, on the way down and, quieter, up: nought for all others. */
  readonly click: number;
  readonly upstroke: number;
  readonly loudness: number;
}

/** Two poles: what is left of noise about one frequency. */
function bandPass(hertz: number, width: number): (sample: number) => number {
  const radius = Math.exp((-Math.PI * width) / sampleRate);
  const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [last, former] = [0, 0];
  return (sample) => {
    const out = (1 - radius) * sample + turn * last - radius * radius * former;
    [former, last] = [last, out];
    return out;
  };
}

interface Burst {
  readonly at: number;
  readonly hertz: number;
  readonly decayMs: number;
  readonly loudness: number;
}

function addNoise(to: Float32Array, chance: Chance, { at, hertz, decayMs, loudness }: Burst): void {
  const filter = bandPass(hertz, hertz * 0.55);
  const from = Math.round(at * sampleRate);
  const length = Math.round((decayMs * 6 * sampleRate) / 1000);
  for (let n = 0; n < length && from + n < to.length; n += 1) {
    const fading = Math.exp((-n * 1000) / (decayMs * sampleRate));
    to[from + n] = (to[from + n] ?? 0) + filter(chance.between(-1, 1)) * fading * loudness * 4;
  }
}

function addTone(to: Float32Array, { at, hertz, decayMs, loudness }: Burst): void {
  const from = Math.round(at * sampleRate);
  const length = Math.round((decayMs * 7 * sampleRate) / 1000);
  for (let n = 0; n < length && from + n < to.length; n += 1) {
    const time = n / sampleRate;
    // It swells within a millisecond: a tone that begins at once is a click of its own.
    const shape = Math.min(1, n / 22) * Math.exp((-time * 1000) / decayMs);
    to[from + n] = (to[from + n] ?? 0) + Math.sin(2 * Math.PI * hertz * time) * shape * loudness;
  }
}

function addKey(to: Float32Array, chance: Chance, of: SwitchSound, at: number, size: number): void {
  const force = chance.between(0.72, 1) * of.loudness * size;
  // Each key stands elsewhere on the plate; wide ones ring lower.
  const tuning = chance.between(0.93, 1.08) / size ** 0.6;
  const bottom = at + chance.between(0.012, 0.018);
  if (of.bump > 0) {
    addNoise(to, chance, { at, hertz: 1500 * tuning, decayMs: 3, loudness: of.bump * force });
    addTone(to, { at, hertz: 620 * tuning, decayMs: 5, loudness: of.bump * force * 0.25 });
  }
  if (of.click > 0) snap(to, chance, at, of.click * force);
  const { knockHertz, knockMs, knock, body, ringMs } = of;
  addNoise(to, chance, {
    at: bottom,
    hertz: knockHertz * tuning,
    decayMs: knockMs,
    loudness: knock * force,
  });
  for (const [hertz, share] of body) {
    const decayMs = ringMs * (220 / hertz) ** 0.4;
    addTone(to, { at: bottom, hertz: hertz * tuning, decayMs, loudness: share * force });
  }
  const up = bottom + chance.between(0.062, 0.098);
  const back = of.upstroke * force;
  addNoise(to, chance, {
    at: up,
    hertz: knockHertz * 1.35 * tuning,
    decayMs: knockMs * 0.8,
    loudness: knock * back,
  });
  addTone(to, {
    at: up,
    hertz: (body[1]?.[0] ?? 500) * 1.3 * tuning,
    decayMs: ringMs * 0.4,
    loudness: back * 0.35,
  });
  if (of.click > 0) snap(to, chance, up - 0.009, of.click * back * 0.7);
}

function snap(to: Float32Array, chance: Chance, at: number, loudness: number): void {
  addNoise(to, chance, { at, hertz: 5200, decayMs: 1.6, loudness: loudness * 1.5 });
  addTone(to, { at, hertz: 4100, decayMs: 2.2, loudness: loudness * 0.4 });
  addTone(to, { at: at + 0.0016, hertz: 2750, decayMs: 3, loudness: loudness * 0.3 });
}

/** Words of four to six keys and a space after each. */
export function typingSound(of: SwitchSound, seed: number): Float32Array {
  const chance = createChance(seed);
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  let at = 0.12;
  let left = chance.whole(4, 6);
  while (at < seconds - 0.45) {
    const isSpace = left === 0;
    addKey(samples, chance, of, at, isSpace ? 1.25 : 1);
    left = isSpace ? chance.whole(4, 6) : left - 1;
    at += isSpace ? chance.between(0.17, 0.24) : chance.between(0.105, 0.165);
  }
  for (const [n, sample] of samples.entries()) {
    // A quiet room, and nothing beyond what sixteen bits hold.
    samples[n] = Math.tanh(sample + chance.between(-1, 1) * 0.0006);
  }
  return samples;
}

/** As a file of sixteen bits, one channel. */
export function waveFile(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  for (const [n, sample] of samples.entries()) {
    bytes.writeInt16LE(Math.round(Math.min(1, Math.max(-1, sample)) * 32_767), 44 + n * 2);
  }
  return bytes;
}
