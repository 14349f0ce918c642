import { addPart } from '../../model/form/product-form.ts';
import {
  fileProblem,
  heardProblem,
  soundKindOf,
  titleOfFile,
  unplayable,
} from '../../model/sound-file.ts';
import { peaksOf } from '../../model/sound-peaks.ts';
import { addSound, editProduct } from '../../store/desk-product.ts';

/** Whatever it was recorded at: a waveform needs no more. */
const sampleRate = 22_050;

interface Heard {
  readonly seconds: number;
  readonly peaks: readonly number[] | null;
}

async function listen(bytes: ArrayBuffer): Promise<Heard | null> {
  try {
    // It needs no press before it decodes, and plays nothing.
    const decoded = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
    const channels = Array.from({ length: decoded.numberOfChannels }, (_, channel) =>
      decoded.getChannelData(channel),
    );
    return { seconds: decoded.duration, peaks: peaksOf(channels) };
  } catch {
    return null;
  }
}

/** Makes a file a sound of the product; gives a sentence where it can't be one. */
export async function takeSound(file: File, productId: string): Promise<string | null> {
  const { name } = file;
  const kind = soundKindOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  const problem = fileProblem(name, file.size, kind);
  if (problem !== null || kind === null) return problem;
  const heard = await listen(await file.arrayBuffer());
  if (heard === null) return unplayable(name);
  const { seconds, peaks } = heard;
  const fault = heardProblem(name, seconds, peaks);
  if (fault !== null) return fault;
  const id = crypto.randomUUID();
  // Stored as what it is, whatever its name or the system says.
  const path = await addSound(new Blob([file], { type: kind.type }), `${id}.${kind.ending}`);
  if (path === null) return `${name} could not be uploaded. Try again.`;
  editProduct((form) =>
    addPart(form, 'sounds', id, {
      product_id: productId,
      storage_path: path,
      title: titleOfFile(name),
      duration_ms: Math.round(seconds * 1000),
      peaks,
    }),
  );
  return null;
}
