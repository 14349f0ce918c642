/** Which files are sounds of a product, and why another is not. The buckets of sounds hold to the same. */
export interface SoundKind {
  readonly ending: 'mp3' | 'm4a' | 'aac' | 'ogg' | 'wav';
  readonly type: 'audio/mpeg' | 'audio/mp4' | 'audio/aac' | 'audio/ogg' | 'audio/wav';
}

export const mostSoundBytes = 3 * 1024 * 1024;
const mostSeconds = 60;
const leastSeconds = 0.1;

/** What a file begins with: its name may say anything. */
export function soundKindOf(head: Uint8Array): SoundKind | null {
  const text = String.fromCharCode(...head.slice(0, 12));
  const [first = 0, second = 0] = head;
  if (text.startsWith('RIFF') && text.slice(8) === 'WAVE')
    return { ending: 'wav', type: 'audio/wav' };
  if (text.startsWith('OggS')) return { ending: 'ogg', type: 'audio/ogg' };
  if (text.slice(4, 8) === 'ftyp') return { ending: 'm4a', type: 'audio/mp4' };
  if (text.startsWith('ID3')) return { ending: 'mp3', type: 'audio/mpeg' };
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  // The two bits of the layer are nought in AAC alone.
  return (second & 0x06) === 0
    ? { ending: 'aac', type: 'audio/aac' }
    : { ending: 'mp3', type: 'audio/mpeg' };
}

/** A sentence where the file can't be taken whatever is in it, else null. */
export function fileProblem(name: string, bytes: number, kind: SoundKind | null): string | null {
  if (kind === null) return `${name}: use an MP3, M4A, AAC, Ogg or WAV file.`;
  if (bytes <= mostSoundBytes) return null;
  const size = (bytes / 1024 / 1024).toFixed(1);
  return `${name} has ${size} MB. The maximum is 3 MB: cut it, or save it as MP3 or M4A.`;
}

/** The same of what was heard in it. `peaks` are null where nothing was. */
export function heardProblem(
  name: string,
  seconds: number,
  peaks: readonly number[] | null,
): string | null {
  if (seconds > mostSeconds)
    return `${name} is ${Math.ceil(seconds)} seconds long. The maximum is ${mostSeconds}: a few sentences of typing are enough.`;
  if (seconds < leastSeconds) return `${name} is shorter than a tenth of a second.`;
  return peaks === null ? `${name} is silent from beginning to end.` : null;
}

export const unplayable = (name: string): string =>
  `${name} can’t be played by this browser: it is damaged, or not a sound. Try another file.`;

/** What an editor changes it from. @example titleOfFile('pebble_on-brass.WAV') // 'Pebble on brass' */
export function titleOfFile(name: string): string {
  const words = name
    .replace(/\.[a-z0-9]+$/i, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .slice(0, 120)
    .trim();
  return words.length < 2 ? 'Typing' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
