import { momentWords } from '#shared/date-words.ts';
import { routes } from '#routes.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { myDesigns } from '../store/overview.ts';
import { Shown } from '#features/account/ui/Shown.tsx';
import styles from '#features/account/ui/account.module.css';

export function DesignsCard() {
  return (
    <section className={styles['card']} aria-labelledby="designs">
      <h2 id="designs">Saved designs</h2>
      <Shown resource={myDesigns} lines={4} label="Loading your designs">
        {(designs) =>
          designs.length === 0 ? (
            <p className="soft">
              None yet. Paint a board in the colour picker and save it to find it here.
            </p>
          ) : (
            <ul className={styles['list']}>
              {designs.map((design) => (
                <li key={design.id}>
                  <div>
                    <a href={routes.design(design.id)}>{design.name}</a>{' '}
                    <Badge>{design.visibility}</Badge>
                    <p className="soft">Changed {momentWords(design.updated_at)}</p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      <p>
        <a href={routes.colorpicker}>Open the colour picker</a>
      </p>
    </section>
  );
}
