import { openTurntable } from '#ui/turntable.ts';

/** Its bytes, told as they come. */
async function fetchWhole(
  link: string,
  signal: AbortSignal,
  tell: (share: number) => void,
): Promise<Blob> {
  const answer = await fetch(link, { signal });
  if (!answer.ok || answer.body === null) throw new Error(`${link}: ${answer.status}`);
  const length = Number(answer.headers.get('content-length'));
  const parts: BlobPart[] = [];
  let got = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    got += part.value.length;
    if (length > 0) tell(Math.min(got / length, 1));
  }
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
}

/** `sheet` is how many frames there are and where they lie: `24 /pictures/….avif`. */
export function openTurnView(
  frame: HTMLElement,
  sheet: string,
  onEnd: (hadFocus: boolean) => void,
): () => void {
  const [frames = '', link = ''] = sheet.split(' ');
  const read = (signal: AbortSignal, tell: (share: number) => void) =>
    fetchWhole(link, signal, tell);
  return openTurntable(frame, { frames: Number(frames), read }, onEnd);
}
