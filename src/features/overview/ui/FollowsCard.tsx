import { productPath, routes } from '#routes.ts';
import { Button } from '#ui/react/Button.tsx';
import { endFollow, ownFollows, type Follow } from '#features/updates/store/follows.ts';
import { Failure } from '#features/account/ui/Panel.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import { Shown } from '#features/account/ui/Shown.tsx';
import styles from '#features/account/ui/account.module.css';

const nameOf = (follow: Follow) =>
  follow.about === 'drops' ? 'Everything new' : follow.product_title;

const pathOf = (follow: Follow) =>
  follow.about === 'drops'
    ? routes.follow
    : productPath({ kind: follow.product_kind, url: follow.product_url });

function howOften(follow: Follow): string {
  if (follow.about === 'drops') return 'One e-mail a day at most';
  if (follow.about === 'updates') return 'Each update by e-mail';
  const { variant_title: variantTitle } = follow;
  return `Once, when it is back in stock: ${variantTitle}`;
}

/** What is followed without being bought, each with the key that ends it. */
export function FollowsCard() {
  const saving = useSaving();
  return (
    <section className={styles['card']} aria-labelledby="follows">
      <h2 id="follows">What you follow</h2>
      {saving.failure !== null && <Failure failure={saving.failure} />}
      <Shown resource={ownFollows} lines={3} label="Loading what you follow">
        {(follows) =>
          follows.length === 0 ? (
            <p className="soft">
              Nothing yet. Choose “E-mail me each update” on a product page to follow it.
            </p>
          ) : (
            <ul className={styles['list']}>
              {follows.map((follow) => (
                <li key={follow.id}>
                  <div>
                    <a href={pathOf(follow)}>{nameOf(follow)}</a>
                    <p className="soft">{howOften(follow)}</p>
                  </div>
                  <Button
                    size="small"
                    disabled={saving.isPending}
                    aria-label={`End: ${nameOf(follow)}`}
                    onClick={() => void saving.run(() => endFollow(follow.id), 'Ended.')}
                  >
                    End
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      <output className={styles['done']}>{saving.done}</output>
    </section>
  );
}
