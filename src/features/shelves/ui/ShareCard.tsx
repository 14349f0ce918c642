import { useState } from 'react';
import { Failure } from '#features/account/ui/Panel.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import { routes } from '#routes.ts';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { CopyButton } from '#ui/react/CopyButton.tsx';
import { Field } from '#ui/react/Field.tsx';
import { longest, type ShelfLink } from '../model/shelf-item.ts';
import { share, withdraw } from '../store/own-shelf.ts';
import styles from './shelf.module.css';

type Props = {
  readonly link: ShelfLink | null;
  readonly count: number;
};

const linkOf = ({ token }: ShelfLink) => `${location.origin}${routes.sharedShelf}#${token}`;

/** Who sees the shelf, and under which name. */
export function ShareCard({ link, count }: Props) {
  const [name, setName] = useState(link?.name ?? '');
  const [showsNotes, setShowsNotes] = useState(link?.shows_notes ?? false);
  const [isTried, setTried] = useState(false);
  const saving = useSaving();
  const isNameless = name.trim() === '';
  const isChanged = link !== null && (name.trim() !== link.name || showsNotes !== link.shows_notes);
  const save = async () => {
    setTried(true);
    if (isNameless) return;
    await saving.run(
      () => share(name.trim(), showsNotes),
      link === null ? 'Your shelf is shared.' : 'Saved.',
    );
  };
  return (
    <section className={styles['card']} aria-labelledby="sharing">
      <h2 id="sharing">{link === null ? 'Show it to friends' : 'Your shelf is shared'}</h2>
      <form
        className={styles['sharing']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="soft">
          {link === null
            ? 'Your shelf is private. A link shows it to whoever has it: the name you choose here and what is on the shelf. Nothing of your orders, your address or your e-mail.'
            : 'Whoever has this link sees your shelf. Withdraw it, and it no longer works.'}
        </p>
        {link !== null && (
          <div className={styles['link']}>
            <Field
              label="Link to your shelf"
              readOnly
              value={linkOf(link)}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <CopyButton text={linkOf(link)} what="the link to your shelf" />
          </div>
        )}
        <Field
          label="Whose shelf it is"
          hint="A first name or a nickname will do."
          value={name}
          maxLength={longest.name}
          error={isTried && isNameless ? 'Enter a name that others may see.' : undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <label className={styles['tick']}>
          <input
            type="checkbox"
            checked={showsNotes}
            onChange={({ currentTarget }) => setShowsNotes(currentTarget.checked)}
          />
          <span>Show my notes too</span>
        </label>
        {saving.failure !== null && <Failure failure={saving.failure} />}
        <div className={styles['keys']}>
          {(link === null || isChanged) && (
            <Button
              look={link === null ? 'primary' : 'plain'}
              type="submit"
              pending={saving.isPending}
              disabled={count === 0 && link === null}
            >
              {link === null ? 'Share my shelf' : 'Save'}
            </Button>
          )}
          {link !== null && (
            <>
              <ButtonLink href={linkOf(link)}>See it as friends do</ButtonLink>
              <Button
                look="danger"
                pending={saving.isPending}
                onClick={() =>
                  void saving.run(
                    withdraw,
                    'Your shelf is private again. The link no longer works.',
                  )
                }
              >
                Withdraw the link
              </Button>
            </>
          )}
        </div>
        <output>{saving.done}</output>
      </form>
    </section>
  );
}
