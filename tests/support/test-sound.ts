import { sampleRate, waveFile } from '../../scripts/demo/typing-sound.ts';

/** A file with a tone in it, or with silence, for a file field. */
export function toneFile(name: string, seconds: number, loudness = 0.5) {
  const samples = Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, at) => Math.sin((2 * Math.PI * 440 * at) / sampleRate) * loudness,
  );
  return { name, mimeType: 'audio/wav', buffer: waveFile(samples) };
}
