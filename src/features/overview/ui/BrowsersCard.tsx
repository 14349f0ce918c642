import { momentWords } from '#shared/date-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { pushBrowser } from '#features/updates/model/push-browser.ts';
import { ownBrowsers, stopBrowser } from '#features/updates/store/own-browsers.ts';
import { Failure } from '#features/account/ui/Panel.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import { Shown } from '#features/account/ui/Shown.tsx';
import styles from '#features/account/ui/account.module.css';

/** Also those that are not at hand any more. */
export function BrowsersCard() {
  const saving = useSaving();
  return (
    <section className={styles['card']} aria-labelledby="browsers">
      <h2 id="browsers">Browsers that tell you</h2>
      {saving.failure !== null && <Failure failure={saving.failure} />}
      <Shown resource={ownBrowsers} lines={2} label="Loading your browsers">
        {(browsers) =>
          browsers.length === 0 ? (
            <p className="soft">
              None yet. Choose “Tell me in this browser” on a product page to be told there.
            </p>
          ) : (
            <ul className={styles['list']}>
              {browsers.map(({ id, isHere, push_service: service, added_at: addedAt, follows }) => {
                const name = pushBrowser(service);
                const since = momentWords(addedAt);
                return (
                  <li key={id}>
                    <div>
                      <b>{name}</b> {isHere && <Badge tone="good">This browser</Badge>}
                      <p className="soft">Since {since}</p>
                      <p className="soft">
                        {follows
                          .map(({ product_title: title }) => title ?? 'Everything new')
                          .join(', ')}
                      </p>
                    </div>
                    <Button
                      size="small"
                      disabled={saving.isPending}
                      aria-label={`Stop ${name}, since ${since}`}
                      onClick={() => void saving.run(() => stopBrowser(id), 'Stopped.')}
                    >
                      Stop
                    </Button>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Shown>
      <output className={styles['done']}>{saving.done}</output>
    </section>
  );
}
