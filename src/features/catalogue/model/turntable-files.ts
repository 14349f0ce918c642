/** Which photographs make a turntable, and in which order. */
import { leastFrames, mostFrames } from '#shared/turntable.ts';

interface Named {
  readonly name: string;
}

interface Sized extends Named {
  readonly width: number;
  readonly height: number;
}

const byNumber = new Intl.Collator('en', { numeric: true });
/** What a hand-held crop may differ by. */
const slack = 0.02;

/** As a camera numbers them. @example inOrder([{ name: 'a10' }, { name: 'a9' }])[0]?.name // 'a9' */
export const inOrder = <File extends Named>(files: readonly File[]): readonly File[] =>
  files.toSorted((a, b) => byNumber.compare(a.name, b.name));

/** A sentence where so many can't be turned, else null. */
export function countProblem(count: number): string | null {
  if (count >= leastFrames && count <= mostFrames) return null;
  const given = count === 1 ? 'This is 1 photo' : `These are ${count} photos`;
  return `${given}. A turntable needs ${leastFrames} to ${mostFrames}, at even steps all the way round.`;
}

/** The same where one is of another shape than the first. */
export function shapeProblem(photos: readonly Sized[]): string | null {
  const [first] = photos;
  if (first === undefined) return null;
  const ratio = first.width / first.height;
  const other = photos.find(({ width, height }) => Math.abs(width / height / ratio - 1) > slack);
  if (other === undefined) return null;
  return `${other.name} has other proportions than ${first.name}. Crop all photos alike.`;
}
