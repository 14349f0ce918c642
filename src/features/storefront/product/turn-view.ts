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

let end: (() => void) | null = null;

/** Of the pictures that are shown the one at `place`, or the first that can be turned; a second press ends it. */
export function turn(
  key: HTMLElement,
  shown: readonly HTMLElement[],
  place: number,
  go: (place: number) => void,
): void {
  if (end !== null) return end();
  // How many sides there are, and where they lie: `24 /pictures/….avif`.
  const sheets = shown.map(({ dataset }) => dataset['turn']);
  const turned = sheets[place] ? place : sheets.findIndex(Boolean);
  const [frames = '', link = ''] = sheets[turned]?.split(' ') ?? [];
  const frame = shown[turned]?.querySelector<HTMLElement>('.frame');
  const row = frame?.closest('ul');
  if (!frame || !row) return;
  go(turned);
  const leave = () => {
    if (Math.round(row.scrollLeft / row.clientWidth) !== turned) end?.();
  };
  row.addEventListener('scroll', leave);
  key.ariaPressed = 'true';
  end = openTurntable(
    frame,
    { frames: Number(frames), read: (signal, tell) => fetchWhole(link, signal, tell) },
    (hadFocus) => {
      end = null;
      row.removeEventListener('scroll', leave);
      key.ariaPressed = 'false';
      if (hadFocus) key.focus();
    },
  );
}
