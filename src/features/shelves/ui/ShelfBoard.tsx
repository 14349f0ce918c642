import { useEffect, type ReactNode } from 'react';
import { useStore } from '@nanostores/react';
import type { GoodsPicture } from '#features/cart/model/goods.ts';
import { $goods, wantGoods, type KnownGoods } from '#features/cart/store/goods.ts';
import { useMore } from '#ui/react/use-more.tsx';
import type { ShownItem } from '../model/shelf-item.ts';
import { DrawnCap } from './DrawnCap.tsx';
import styles from './shelf.module.css';

type Props<Item extends ShownItem> = {
  readonly items: readonly Item[];
  /** Of the names, below what stands above the shelf. */
  readonly heading: 'h2' | 'h3';
  /** What its owner can do with it. */
  readonly renderActs?: (item: Item) => ReactNode;
};

const step = 24;

/** Of the variant that is owned, or of the product. */
function pictureOf(known: KnownGoods | undefined, variantId: string | null): GoodsPicture | null {
  if (known === undefined || known === 'missing') return null;
  const own = known.images.find((image) => variantId !== null && image.variantId === variantId);
  return own ?? known.images[0] ?? null;
}

/** What somebody owns, standing on a shelf: pictures of the shop, and a drawn cap for all else. */
export function ShelfBoard<Item extends ShownItem>({
  items,
  heading: Name,
  renderActs,
}: Props<Item>) {
  const goods = useStore($goods);
  const { shown, more } = useMore(items, step, 'items');
  useEffect(() => wantGoods(shown.map(({ path }) => path)), [shown]);
  return (
    <>
      <ul className={styles['shelf']}>
        {shown.map((item) => {
          const known = item.path === null ? undefined : goods[item.path];
          const picture = pictureOf(known, item.variant_id);
          const isOnPage = item.path !== null && known !== 'missing';
          return (
            <li key={item.id} className={styles['item']} data-shelf-item>
              <div className={styles['stand']}>
                {picture === null ? (
                  <DrawnCap title={item.title} />
                ) : (
                  <img src={picture.src} alt="" width="320" height="240" loading="lazy" />
                )}
              </div>
              <div className={styles['plate']}>
                <Name>{isOnPage ? <a href={item.path}>{item.title}</a> : item.title}</Name>
                {item.choice !== '' && <p className={styles['choice']}>{item.choice}</p>}
                {item.since !== '' && <p className="legend">{item.since}</p>}
                {item.note !== '' && <p className={styles['note']}>{item.note}</p>}
                {renderActs && <div className={styles['acts']}>{renderActs(item)}</div>}
              </div>
            </li>
          );
        })}
      </ul>
      {more}
    </>
  );
}
