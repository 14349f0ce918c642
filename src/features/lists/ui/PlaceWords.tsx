import { momentWords } from '#shared/date-words.ts';
import { placeWord } from '../model/place-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import type { ListPage, ListPlace } from '../store/lists.ts';
import styles from './lists.module.css';

type Props = { readonly place: ListPlace; readonly page: ListPage };

/** Where this person stands, in a badge and a sentence. The count is the one that the page shows. */
export function PlaceWords({ place, page: { list, choices, questions } }: Props) {
  const word = placeWord({ ...place, of: list.entry_count });
  const titles = place.choices.flatMap((id) => choices.find((one) => one.id === id)?.title ?? []);
  const answers = questions.flatMap(
    (question) => question.option_values.find(({ id }) => place.answers.includes(id))?.title ?? [],
  );
  return (
    <div aria-live="polite">
      <p className={styles['line']}>
        <Badge tone={word.tone}>{word.badge}</Badge> {word.sentence}
      </p>
      {choices.length + answers.length > 1 && titles.length > 0 && (
        <p className={styles['soft']}>
          Your choices: {list.isVote ? [...titles, ...answers].join(', ') : titles.join(', then ')}
          {list.max_wins > 1 && `; at most ${place.max_wins}`}.
        </p>
      )}
      <p className={styles['soft']}>Since {momentWords(place.entered_at)}.</p>
    </div>
  );
}
