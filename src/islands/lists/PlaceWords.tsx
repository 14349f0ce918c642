import { momentWords } from '#domain/date-words.ts';
import { placeWord } from '#domain/place-words.ts';
import { Badge } from '#islands/ui/Badge.tsx';
import type { ListChoice, ListPage, ListPlace } from '#stores/lists.ts';
import styles from './lists.module.css';

type Props = {
  readonly place: ListPlace;
  readonly list: ListPage['list'];
  readonly choices: readonly ListChoice[];
};

/** Where this person stands, in a badge and a sentence. */
export function PlaceWords({ place, list, choices }: Props) {
  const word = placeWord(place);
  const titles = place.choices.flatMap((id) => choices.find((one) => one.id === id)?.title ?? []);
  return (
    <div className={styles['place']} aria-live="polite">
      <p className={styles['line']}>
        <Badge tone={word.tone}>{word.badge}</Badge> {word.sentence}
      </p>
      {choices.length > 1 && titles.length > 0 && (
        <p className={styles['soft']}>
          Your wishes: {titles.join(', then ')}
          {list.maxWins > 1 && `; at most ${place.maxWins}`}.
        </p>
      )}
      <p className={styles['soft']}>Since {momentWords(place.enteredAt)}.</p>
    </div>
  );
}
