import { productPath, routes } from '#routes.ts';
import type { ListPlace } from '#features/lists/api/lists.ts';
import { listKindName } from '#shared/list-kind.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { hasProof, isPast, toldPlace } from '../model/own-places.ts';
import { myPlaces } from '../store/overview.ts';
import { Shown } from '#features/account/ui/Shown.tsx';
import styles from '#features/account/ui/account.module.css';

/** Places on lists that something can come of, or their results, with the way to the proof of a draw. */
export function PlacesCard({ isHistory }: { readonly isHistory: boolean }) {
  const id = isHistory ? 'raffles' : 'places';
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id}>{isHistory ? 'Past raffles and lists' : 'Your lists and offers'}</h2>
      <Shown resource={myPlaces} lines={4} label="Loading your lists">
        {({ places }) => {
          const shown = places.filter((place) => isPast(place) === isHistory);
          if (shown.length === 0) {
            return (
              <p className="soft">
                {isHistory
                  ? 'None yet. The results of your raffles and lists appear here, raffles with proof.'
                  : 'You aren’t on any list at the moment. Raffles and waiting lists are free: you pay only if you win or accept an offer.'}
              </p>
            );
          }
          return (
            <ul className={styles['list']}>
              {shown.map((place) => (
                <Row key={place.entry_id} place={place} />
              ))}
            </ul>
          );
        }}
      </Shown>
      <p>
        <a href={routes.artisans}>See open raffles and lists</a>
      </p>
    </section>
  );
}

function Row({ place }: { readonly place: ListPlace }) {
  const { badge, tone, sentence } = toldPlace(place);
  return (
    <li>
      <div>
        <b>{place.title}</b> <Badge>{listKindName(place.kind)}</Badge>{' '}
        <Badge tone={tone}>{badge}</Badge>
        <p>{sentence}</p>
      </div>
      {place.product_url !== null && (
        <a href={productPath({ kind: place.product_kind ?? '', url: place.product_url })}>
          {isPast(place) && hasProof(place) ? 'Check the draw' : 'See the product'}
        </a>
      )}
    </li>
  );
}
