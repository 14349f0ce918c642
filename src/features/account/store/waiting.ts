import { atom } from 'nanostores';

/** Seconds left; 0 when nothing stands in the way. */
export const $waitSeconds = atom(0);

let timer: ReturnType<typeof setInterval> | undefined;

export function startWaiting(seconds: number): void {
  clearInterval(timer);
  $waitSeconds.set(seconds);
  timer = setInterval(() => {
    $waitSeconds.set(Math.max(0, $waitSeconds.get() - 1));
    if ($waitSeconds.get() === 0) clearInterval(timer);
  }, 1000);
}
