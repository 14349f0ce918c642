import { useStore } from '@nanostores/react';
import { useState, type SubmitEvent } from 'react';
import { listWords } from '../model/list-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field, TextArea } from '#ui/react/Field.tsx';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { enter, leave, type ListPage, type ListPlace } from '../store/lists.ts';
import { $session } from '#features/account/store/session.ts';
import { firstAnswers } from './vote-answers.ts';
import { VoteQuestions } from './VoteQuestions.tsx';
import { ChoiceName, ChoicePicture, WishOrder } from './WishOrder.tsx';
import { useChoicePictures } from './choice-pictures.ts';
import own from './wishes.module.css';
import styles from './lists.module.css';

type Props = {
  readonly page: ListPage;
  readonly place: ListPlace | null;
  readonly path: string | null;
  readonly onDone: () => void;
};

/** What one would like, in order; sent as a whole, so that a list never holds half of it. */
export function WishForm({ page: { list, choices, questions }, place, path, onDone }: Props) {
  const all = choices.map(({ id }) => id);
  const [wishes, setWishes] = useState<readonly string[]>(
    place?.choices ?? (choices.length === 1 ? all : []),
  );
  const [most, setMost] = useState(place?.max_wins ?? 1);
  const [comment, setComment] = useState(place?.comment ?? '');
  const [answers, setAnswers] = useState(() => firstAnswers(questions, place?.answers ?? []));
  const words = listWords(list);
  const pictureOf = useChoicePictures(path);
  const { isVote } = list;
  const [pending, setPending] = useState<'enter' | 'leave' | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const choose = (chosen: readonly string[]) => {
    setFault(null);
    setWishes(chosen);
  };
  const send = async (kind: 'enter' | 'leave') => {
    setPending(kind);
    const said =
      kind === 'leave'
        ? await leave(list.id)
        : await enter({
            listId: list.id,
            choices: wishes,
            maxWins: most,
            comment: isVote ? comment : undefined,
            answers: isVote ? Object.values(answers) : undefined,
          });
    setPending(null);
    // A session that has ended says so by itself, for as long as it is over.
    setFault($session.get().status === 'signed-out' ? null : said);
    if (said === null) onDone();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (wishes.length === 0) setFault('Choose at least one.');
    else void send('enter');
  };
  return (
    <form className={own['form']} onSubmit={submit}>
      {choices.length > 1 ? (
        <WishOrder
          list={list}
          choices={choices}
          wishes={wishes}
          pictureOf={pictureOf}
          onChange={choose}
        />
      ) : (
        choices.map((choice) => (
          <p key={choice.id} className={own['only']}>
            {pictureOf(choice.variant_id) !== null && (
              <ChoicePicture src={pictureOf(choice.variant_id)} />
            )}
            <ChoiceName list={list} choice={choice} />
          </p>
        ))
      )}
      <VoteQuestions questions={questions} answers={answers} onChange={setAnswers} />
      {list.max_wins > 1 && (
        <Field
          label="How many would you take, at most?"
          type="number"
          min={1}
          max={list.max_wins}
          value={most}
          onChange={({ currentTarget }) => setMost(Number(currentTarget.value))}
        />
      )}
      {isVote && (
        <TextArea
          label="A note to the shop"
          hint="What would make you want it more? Only the shop sees this."
          optional
          maxLength={500}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      )}
      <p className={own['soft']}>{words.rule(list.pay_within_hours, list.closes_at)}</p>
      <Fault words={fault} />
      <div className={styles['keys']}>
        <Button type="submit" look="primary" pending={pending === 'enter'}>
          {place === null ? words.send : 'Save my choices'}
        </Button>
        {place !== null && (
          <Button look="quiet" pending={pending === 'leave'} onClick={() => void send('leave')}>
            {words.leave}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What stands in the way; a session that has ended can be begun again without losing the wishes. */
function Fault({ words }: { readonly words: string | null }) {
  const isSignedOut = useStore($session).status === 'signed-out';
  if (words === null && !isSignedOut) return null;
  return (
    <p className={styles['failed']} role="alert">
      {isSignedOut ? 'Your session has ended. Your choices are still here.' : words}{' '}
      {isSignedOut && (
        <Button size="small" onClick={() => openAuth({ reason: 'session-lost' })}>
          Sign in again
        </Button>
      )}
    </p>
  );
}
