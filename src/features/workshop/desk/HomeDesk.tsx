import { useStore } from '@nanostores/react';
import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { routes } from '#routes.ts';
import { momentWords } from '#shared/date-words.ts';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { waitingWords, type DeskHome, type Sold } from '../model/desk-home.ts';
import { home } from '../store/desk-home.ts';
import styles from './home.module.css';

export function HomeDesk() {
  return <DeskGate name="the desk’s home" desk="home" renderDesk={() => <Home />} />;
}

function Home() {
  const state = useStore(home.$state);
  if (state.status === 'loading') return <Skeleton lines={8} label="Loading your tasks" />;
  if (state.status === 'failed') {
    return (
      <NotRead
        title="Your tasks could not be loaded"
        message={[state.failure.title, ...state.failure.help].join(' ')}
        onAgain={() => void home.reload()}
      />
    );
  }
  const { value } = state;
  return (
    <div className={styles['home']}>
      <Waiting tasks={value.tasks} />
      <div className={styles['beside']}>
        {value.today !== null && <Today {...value.today} />}
        {value.endings.length > 0 && <Endings endings={value.endings} />}
        <p className={styles['soft']}>
          {value.checkedAt === null
            ? 'The shop has not been checked yet. '
            : `The shop was last checked on ${momentWords(value.checkedAt)}. `}
          <a href={routes.admin.check}>Check the shop</a>
        </p>
      </div>
    </div>
  );
}

function Waiting({ tasks }: Pick<DeskHome, 'tasks'>) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">Waiting for you</h2>
      {tasks.length === 0 ? (
        <p className={styles['nothing']}>Nothing to do. New orders appear here.</p>
      ) : (
        <ul className={styles['tasks']}>
          {tasks.map(({ what, count, words, amount, path, isUrgent }) => (
            <li key={what}>
              <a href={path} data-urgent={isUrgent ? '' : undefined}>
                <b>{waitingWords(count)}</b>
                <span>{words}</span>
                {amount !== '' && <span className={styles['amount']}>{amount}</span>}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const ordersOf = ({ count, amount }: Sold) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'order' : 'orders'}${amount === '' ? '' : `, ${amount}`}`;

function Today({ now, weekAgo }: NonNullable<DeskHome['today']>) {
  const sum = now.amount === '' ? '' : ` · ${now.amount}`;
  return (
    <section aria-labelledby="today">
      <h2 id="today">Orders today</h2>
      <p className={styles['figure']}>
        <b>{now.count.toLocaleString('en-GB')}</b>
        {sum}
      </p>
      <p className={styles['soft']}>Same time last week: {ordersOf(weekAgo)}</p>
    </section>
  );
}

function Endings({ endings }: Pick<DeskHome, 'endings'>) {
  return (
    <section aria-labelledby="endings">
      <h2 id="endings">Ends soon</h2>
      <ul className={styles['endings']}>
        {endings.map(({ words, path, at }) => (
          <li key={path + words}>
            <a href={path}>{words}</a>
            <span className={styles['soft']}>{momentWords(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
