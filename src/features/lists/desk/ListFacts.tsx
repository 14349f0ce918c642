import { momentWords } from '#shared/date-words.ts';
import { listKindName, listKindOf } from '#shared/list-kind.ts';
import { numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import type { AnswerCount, WishCount } from '../model/list-desk.ts';
import { routes } from '#routes.ts';
import styles from '#ui/styles/desk.module.css';

type Props = {
  readonly list: DeskRow;
  readonly wishes: readonly WishCount[];
  readonly answers: readonly AnswerCount[];
};

/** What holds for the list, in the clock of whoever reads it and in UTC. */
export function ListFacts({ list, wishes, answers }: Props) {
  const kind = textOf(list, 'kind');
  const { isDrawn = false, isVote = false } = listKindOf(kind) ?? {};
  const capacity = numberOf(list, 'capacity');
  const rules = textOf(list, 'rules');
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
        <Moment list={list} column="opens_at" name="Opens" none="not set" />
        <Moment
          list={list}
          column="closes_at"
          name="Closes"
          none={!isDrawn && !isVote ? 'stays open' : 'not set'}
        />
        <dt>Entries</dt>
        <dd>{numberOf(list, 'entry_count') ?? 0}</dd>
        {!isVote && (
          <>
            <dt>Places</dt>
            <dd>{capacity ?? 'no limit'}</dd>
            <dt>Maximum per person</dt>
            <dd>{numberOf(list, 'max_wins')}</dd>
            <dt>Hours to pay</dt>
            <dd>{numberOf(list, 'pay_within_hours')}</dd>
          </>
        )}
        {textOf(list, 'frozen_at') !== '' && (
          <Moment list={list} column="frozen_at" name="Frozen" none="" />
        )}
        {textOf(list, 'drawn_at') !== '' && (
          <Moment list={list} column="drawn_at" name="Drawn" none="" />
        )}
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

function Product({ list }: Pick<Props, 'list'>) {
  const id = textOf(list, 'product_id');
  if (id === '') return 'none yet';
  return <a href={`${routes.admin.products}?product=${id}`}>{textOf(list, 'product.title')}</a>;
}

function Moment(
  props: Pick<Props, 'list'> & {
    readonly column: string;
    readonly name: string;
    readonly none: string;
  },
) {
  const { list, column, name, none } = props;
  const moment = textOf(list, column);
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {moment === '' ? (
          none
        ) : (
          <>
            {momentWords(moment)} / <br />
            {momentWords(moment, 'UTC')}
          </>
        )}
      </dd>
    </>
  );
}
