/** A waveform as it is drawn: a bar for each part of a recording, about the middle. */
const barPitch = 4;
const waveHeight = 48;
/** So that silence is seen too. */
const leastHeight = 2;

/** @example wavePath([100, 50]) // 'M2 1v46M6 13v23' */
export function wavePath(peaks: readonly number[]): string {
  return peaks
    .map((peak, index) => {
      const height = Math.max(leastHeight, Math.round((peak / 100) * (waveHeight - 2)));
      return `M${index * barPitch + barPitch / 2} ${Math.floor((waveHeight - height) / 2)}v${height}`;
    })
    .join('');
}

export const waveBox = (peaks: readonly number[]): string =>
  `0 0 ${peaks.length * barPitch} ${waveHeight}`;

/** @example clockWords(64_200) // '1:04' */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Of a recording, never less than a second. @example lengthWords(3400) // '0:03' */
export const lengthWords = (ms: number): string =>
  clockWords(Math.max(1000, Math.round(ms / 1000) * 1000));
