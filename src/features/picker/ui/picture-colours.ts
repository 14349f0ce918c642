/** Reads a picture's colours in a worker of its own, so that the desk never stops. Null for no picture. */
const longestSide = 240;

export async function coloursOfPicture(file: Blob): Promise<readonly string[] | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    ];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const pixels = context?.getImageData(0, 0, width, height).data;
    return pixels === undefined ? null : await askWorker(pixels);
  } catch {
    return null;
  }
}

function askWorker(pixels: Uint8ClampedArray): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
    const finish = () => worker.terminate();
    worker.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => {
      finish();
      resolve(data);
    });
    worker.addEventListener('error', () => {
      finish();
      reject(new Error('The worker could not be started'));
    });
    worker.postMessage(pixels, [pixels.buffer]);
  });
}
