/** Chances that come out the same for the same seed. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  between(least: number, most: number): number;
  whole(least: number, most: number): number;
  happens(share: number): boolean;
  one<T>(of: readonly T[]): T;
  weighted<T extends { readonly weight: number }>(of: readonly T[]): T;
  uuid(): string;
  /** For a story of its own: what is drawn meanwhile for others changes nothing in it. */
  own(): Chance;
}

/** Mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const one = <T>(of: readonly T[]): T => {
    const found = of[whole(0, of.length - 1)];
    if (found === undefined) throw new Error('There is nothing to choose from');
    return found;
  };
  return {
    next,
    whole,
    one,
    between: (least, most) => least + next() * (most - least),
    happens: (share) => next() < share,
    weighted(of) {
      let left = next() * of.reduce((sum, { weight }) => sum + weight, 0);
      return of.find(({ weight }) => (left -= weight) < 0) ?? one(of);
    },
    uuid() {
      const digits = Array.from({ length: 32 }, () => whole(0, 15).toString(16)).join('');
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
    },
    own: () => createChance(next() * 4_294_967_296),
  };
}
