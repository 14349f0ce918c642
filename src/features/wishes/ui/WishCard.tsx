import { useEffect, useId, useRef, useState } from 'react';
import type { KeptLine } from '#features/cart/model/cart-line.ts';
import type { KnownGoods } from '#features/cart/store/goods.ts';
import { routes } from '#routes.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { longestNote, type Wish } from '../model/wish.ts';
import { wishAddress } from '../model/wish-address.ts';
import {
  wishPrice,
  wishStanding,
  wishWords,
  type Told,
  type WishStanding,
} from '../model/wish-standing.ts';
import { writeNote } from '../store/wishes.ts';
import styles from './wishes.module.css';

type Props = {
  readonly wish: Wish;
  /** Undefined while its page has not been read. */
  readonly goods: KnownGoods | undefined;
  readonly told: readonly Told[] | null;
  readonly now: number;
  readonly onRemove: () => void;
  readonly onMove: (lines: readonly KeptLine[]) => void;
};

/** One thing that is kept: what it is, how it stands, and the next step. */
export function WishCard({ wish, goods, told, now, onRemove, onMove }: Props) {
  const { title, choices, picture } = wishWords(wish, goods);
  const standing = goods === undefined ? null : wishStanding(wish, goods, told, now);
  const price = goods === undefined ? null : wishPrice(wish, goods, told);
  const address = wishAddress(wish, goods);
  const isShown = wish.path !== null && goods !== 'missing';
  return (
    <li className={styles['wish']} data-wish-card>
      <div className={styles['studio']}>
        {picture !== null && (
          <img src={picture.src} alt="" width="320" height="240" loading="lazy" />
        )}
      </div>
      <div className={styles['words']}>
        <h2>{isShown ? <a href={address}>{title}</a> : title}</h2>
        {choices.length > 0 && <p className={styles['choices']}>{choices.join(' · ')}</p>}
        <p className={styles['standing']}>
          {standing !== null && <Badge tone={standing.tone}>{standing.words}</Badge>}
          {price !== null && (
            <data className={styles['price']} value={price.minor}>
              {price.isFrom && 'from '}
              {formatMoney(price.minor, price.currency)}
            </data>
          )}
        </p>
        {standing !== null && standing.why !== '' && <p className="soft">{standing.why}</p>}
        <Note wish={wish} title={title} />
      </div>
      <div className={styles['acts']}>
        {standing !== null && (
          <Step standing={standing} path={address} title={title} onMove={onMove} />
        )}
        <Button look="quiet" size="small" onClick={onRemove}>
          Remove<span className="visually-hidden"> {title}</span>
        </Button>
      </div>
    </li>
  );
}

type StepProps = Pick<Props, 'onMove'> & {
  readonly standing: WishStanding;
  readonly path: string;
  readonly title: string;
};

function Step({ standing: { step }, path, title, onMove }: StepProps) {
  const of = <span className="visually-hidden">: {title}</span>;
  if (step.kind === 'none') return null;
  if (step.kind === 'add') {
    return (
      <Button look="primary" size="small" onClick={() => onMove(step.lines)}>
        Move to cart{of}
      </Button>
    );
  }
  // Sculpts share a page, where each has its place already.
  const isPart = step.at !== 'page' && !path.includes('#');
  const href = step.at === 'picker' ? routes.colorpicker : isPart ? `${path}#${step.at}` : path;
  return (
    <ButtonLink size="small" href={href}>
      {step.words}
      {of}
    </ButtonLink>
  );
}

function Note({ wish, title }: { readonly wish: Wish; readonly title: string }) {
  const [draft, setDraft] = useState<string | null>(null);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const isOpen = draft !== null;
  useEffect(() => {
    if (isOpen) form.current?.querySelector('textarea')?.focus();
    else if (wasOpen.current) place.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (draft === null) {
    return (
      <div ref={place} className={styles['note']}>
        {wish.note !== '' && <p id={id}>{wish.note}</p>}
        <Button
          look="quiet"
          size="small"
          aria-describedby={wish.note === '' ? undefined : id}
          onClick={() => setDraft(wish.note)}
        >
          {wish.note === '' ? 'Add a note' : 'Edit note'}
          <span className="visually-hidden">: {title}</span>
        </Button>
      </div>
    );
  }
  const save = () => {
    writeNote(wish, draft.trim());
    setDraft(null);
  };
  return (
    <form
      ref={form}
      className={styles['noting']}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextArea
        label="Your note"
        rows={2}
        maxLength={longestNote}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
      <div className={styles['keys']}>
        <Button size="small" type="submit">
          Save
        </Button>
        <Button look="quiet" size="small" onClick={() => setDraft(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
