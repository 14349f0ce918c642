import { momentWords } from '#shared/date-words.ts';
import { productPath, routes } from '#routes.ts';
import type { ListPlace } from '#features/lists/api/lists.ts';
import { listKindName } from '#shared/list-kind.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { myPlaces } from '../store/overview.ts';
import { Shown } from '#features/account/ui/Shown.tsx';
import styles from '#features/account/ui/account.module.css';

function placeWords(place: ListPlace): string {
  const offer = place.offers.find(({ status }) => status === 'pending');
  if (offer !== undefined) return `An offer is waiting until ${momentWords(offer.expires_at)}`;
  if (place.withdrawn_at !== null) return 'You left this list';
  if (place.offers.some(({ status }) => status === 'claimed')) return 'You accepted your offer';
  if (place.position !== null) return `You are number ${place.position} of ${place.of}`;
  return place.closes_at === null ? 'You have joined' : `Closes ${momentWords(place.closes_at)}`;
}

/** Places on lists, or what a raffle came to with the way to its proof. */
export function PlacesCard({ isHistory }: { readonly isHistory: boolean }) {
  const id = isHistory ? 'raffles' : 'places';
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id}>{isHistory ? 'Past raffles' : 'Your lists and offers'}</h2>
      <Shown resource={myPlaces} lines={4} label="Loading your lists">
        {({ places }) => {
          const shown = places.filter(
            ({ status }) => (status === 'drawn' || status === 'finished') === isHistory,
          );
          if (shown.length === 0) {
            return (
              <p className="soft">
                {isHistory
                  ? 'None yet. The results of your raffles appear here, with proof.'
                  : 'You haven’t joined any lists. Raffles and waiting lists are free: you pay only if you win or accept an offer.'}
              </p>
            );
          }
          return (
            <ul className={styles['list']}>
              {shown.map((place) => (
                <li key={place.entry_id}>
                  <div>
                    <b>{place.title}</b> <Badge>{listKindName(place.kind)}</Badge>
                    <p>{placeWords(place)}</p>
                  </div>
                  {place.product_url !== null && (
                    <a
                      href={productPath({ kind: place.product_kind ?? '', url: place.product_url })}
                    >
                      {isHistory ? 'Check the draw' : 'See the product'}
                    </a>
                  )}
                </li>
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
