import { durationWords, momentWords } from '#shared/date-words.ts';
import { useNow } from './use-now.ts';

const stepMs = 10_000;

type Props = { readonly until: string; readonly after: string };

/** How long something still holds, and until when, in the visitor's zone. */
export function TimeLeft({ until, after }: Props) {
  const leftMs = Date.parse(until) - useNow(stepMs);
  const words = leftMs > 0 ? `${durationWords(leftMs)} left` : after;
  return (
    <time dateTime={until}>
      {momentWords(until)} ({words})
    </time>
  );
}
