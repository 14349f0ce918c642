import { useSyncExternalStore } from 'react';
import { durationWords, momentWords } from '#shared/date-words.ts';

const stepMs = 10_000;

function everyStep(tell: () => void): () => void {
  const timer = setInterval(tell, stepMs);
  addEventListener('pageshow', tell);
  return () => {
    clearInterval(timer);
    removeEventListener('pageshow', tell);
  };
}

type Props = { readonly until: string; readonly after: string };

/** How long something still holds, and until when, in the visitor's zone. */
export function TimeLeft({ until, after }: Props) {
  const now = useSyncExternalStore(everyStep, () => Math.floor(Date.now() / stepMs) * stepMs);
  const leftMs = Date.parse(until) - now;
  const words = leftMs > 0 ? `${durationWords(leftMs)} left` : after;
  return (
    <time dateTime={until}>
      {momentWords(until)} ({words})
    </time>
  );
}
