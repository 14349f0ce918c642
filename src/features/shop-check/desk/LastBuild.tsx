import { momentWords } from '#shared/date-words.ts';
import { ageWords } from '../model/finding.ts';
import type { CheckState } from '../store/desk-check.ts';
import styles from '#ui/styles/desk.module.css';

/** Whether the site shows what the shop has; told once the check has come to it. */
export function LastBuild({ check }: { readonly check: CheckState }) {
  const { drift, builtAt, status, at } = check;
  if (status !== 'done') return null;
  return (
    <section className={styles['card']} aria-label="The last build">
      <h2>The last build</h2>
      <p className={styles['small']}>
        {builtAt
          ? `Built ${momentWords(builtAt)}, ${ageWords(builtAt, Date.parse(at))} before this check.`
          : 'The time of the last build could not be loaded.'}{' '}
        {drift === null && 'The comparison failed.'}
        {drift?.length === 0 && 'Pages and prices on the website are up to date.'}
      </p>
      {drift !== null && drift.length > 0 && (
        <ul className={styles['plain']}>
          {drift.map(({ path, title, what }) => (
            <li key={`${path} ${what}`}>
              <b>{title}</b> (<a href={path}>{path}</a>): {what}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
