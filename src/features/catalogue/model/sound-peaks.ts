/** How loud each part of a recording is, for drawing it. */

/** As many parts as a drawn waveform has. */
export const peakCount = 72;

/**
 * The loudest moment of each part, 100 for the loudest of all; null where nothing is heard. `channels`
 * are as long as each other.
 * @example peaksOf([Float32Array.of(0, 0.5, -0.25, 0)], 2) // [100, 50]
 */
export function peaksOf(
  channels: readonly Float32Array[],
  count = peakCount,
): readonly number[] | null {
  const length = channels[0]?.length ?? 0;
  const levels = Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * length) / count);
    const until = Math.floor(((part + 1) * length) / count);
    return Math.max(0, ...channels.map((channel) => loudest(channel, from, until)));
  });
  const most = Math.max(...levels);
  // Quieter than the last step of sixteen bits.
  if (!(most > 1 / 32_768)) return null;
  return levels.map((level) => Math.round((level / most) * 100));
}

function loudest(channel: Float32Array, from: number, until: number): number {
  let most = 0;
  for (let at = from; at < until; at += 1) most = Math.max(most, Math.abs(channel[at] ?? 0));
  return most;
}
