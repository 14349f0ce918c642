import { momentWords } from '#shared/date-words.ts';
import { listKindName, listKindOf } from '#shared/list-kind.ts';
import type { AnswerCount, WishCount } from '../model/list-desk.ts';
import type { ListRow } from '../store/desk-lists.ts';
import { routes } from '#routes.ts';
import styles from '#ui/styles/desk.module.css';

type Props = {
  readonly list: ListRow;
  readonly wishes: readonly WishCount[];
  readonly answers: readonly AnswerCount[];
};

/** What holds for the list, in the clock of whoever reads it and in UTC. */
export function ListFacts({ list, wishes, answers }: Props) {
  const { kind, capacity, rules, frozen_at: frozenAt, drawn_at: drawnAt } = list.values;
  const { isDrawn = false, isVote = false } = listKindOf(kind) ?? {};
  return (
    <section className={styles['card']} aria-label="Facts">
      <h3>Facts</h3>
      <dl className={styles['facts']}>
        <dt>Kind</dt>
        <dd>{listKindName(kind)}</dd>
        <dt>Product</dt>
        <dd>
          <Product list={list} />
        </dd>
        <Moment at={list.values.opens_at} name="Opens" none="not set" />
        <Moment
          at={list.values.closes_at}
          name="Closes"
          none={!isDrawn && !isVote ? 'stays open' : 'not set'}
        />
        <dt>Entries</dt>
        <dd>{list.values.entry_count}</dd>
        {!isVote && (
          <>
            <dt>Places</dt>
            <dd>{capacity ?? 'no limit'}</dd>
            <dt>Maximum per person</dt>
            <dd>{list.values.max_wins}</dd>
            <dt>Hours to pay</dt>
            <dd>{list.values.pay_within_hours}</dd>
          </>
        )}
        {frozenAt !== null && <Moment at={frozenAt} name="Frozen" none="" />}
        {drawnAt !== null && <Moment at={drawnAt} name="Drawn" none="" />}
      </dl>
      {wishes.length > 0 && (
        <ul className={styles['plain']} aria-label="Wishes">
          {wishes.map(({ id, title, wished, wished_first: first }) => (
            <li key={id}>
              {title}: chosen by {wished}, first choice of {first}
            </li>
          ))}
        </ul>
      )}
      {answers.length > 0 && (
        <ul className={styles['plain']} aria-label="Answers">
          {answers.map(({ value_id: id, option, value, chosen }) => (
            <li key={id}>
              {option}: {value}, {chosen} {chosen === 1 ? 'vote' : 'votes'}
            </li>
          ))}
        </ul>
      )}
      <p className={styles['small']}>
        <a href={`${routes.admin.check}?tab=audit&q=${list.id}`}>Changes</a> in the audit log
      </p>
      {rules !== '' && (
        <details>
          <summary>Rules</summary>
          <p className={styles['rules']}>{rules}</p>
        </details>
      )}
    </section>
  );
}

function Product({ list: { values } }: Pick<Props, 'list'>) {
  const { product_id: id, product } = values;
  if (id === null) return 'none yet';
  return <a href={`${routes.admin.products}?product=${id}`}>{product?.title}</a>;
}

type MomentProps = {
  readonly at: string | null;
  readonly name: string;
  readonly none: string;
};

function Moment({ at, name, none }: MomentProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {at === null ? (
          none
        ) : (
          <>
            {momentWords(at)} / <br />
            {momentWords(at, 'UTC')}
          </>
        )}
      </dd>
    </>
  );
}
