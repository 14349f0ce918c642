import { useEffect, useEffectEvent, useState } from 'react';
import { DeskLink } from '#desk-kit/gate/DeskLink.tsx';
import { useStep } from '#desk-kit/ui/use-step.ts';
import { momentWords } from '#shared/date-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import { longest, nameWords, proposedAlt, shortest, type DeskPhoto } from '../model/photo.ts';
import { decideAbout } from '../store/desk-photos.ts';
import { DeclineDialog } from './DeclineDialog.tsx';
import own from './photo-desk.module.css';

type Props = {
  readonly photo: DeskPhoto;
  readonly link: string | undefined;
  readonly onStep: (step: number) => void;
};

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Whoever types or is asked something means no key of the desk. */
const isBusyElsewhere = ({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  altKey ||
  ctrlKey ||
  metaKey ||
  (target instanceof Element &&
    target.closest('input, textarea, select, [role="tablist"]') !== null) ||
  document.querySelector('dialog[open]') !== null;

/** One photo large, what its customer says, and the keys that decide about it. */
export function PhotoReview({ photo, link, onStep }: Props) {
  const { status, alt: kept } = photo;
  const begun = kept === '' ? proposedAlt(photo) : kept;
  const [alt, setAlt] = useState(begun);
  const [isDeclining, setDeclining] = useState(false);
  const { problem, isBusy, run } = useStep();
  const typed = alt.trim();
  useUnsaved(typed !== begun);
  const isMissing = typed.length < shortest;
  const isShown = status === 'shown';
  const show = () => {
    if (!isMissing && !isBusy) void run(decideAbout(photo, 'shown', typed));
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isBusyElsewhere(event)) return;
    const key = event.key.toLowerCase();
    const step = steps[event.key];
    if (step !== undefined) onStep(step);
    else if (key === 's' && !isShown) show();
    else if ((key === 'd' && status === 'waiting') || (key === 't' && isShown)) setDeclining(true);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <section className={own['review']} aria-label="Photo">
      <div className={own['large']}>
        {link === undefined ? (
          <p className={styles['small']}>The file is missing.</p>
        ) : (
          <a href={link} target="_blank" rel="noreferrer">
            <img src={link} alt={kept === '' ? 'The photo that was sent' : kept} />
          </a>
        )}
      </div>
      <div className={`${styles['stack']} ${own['side']}`}>
        <Facts photo={photo} />
        <TextArea
          label="Alt text"
          hint="What the photo shows, for whoever can’t see it. Proposed from the product and the note: look before you show it."
          rows={3}
          maxLength={longest.alt}
          required
          value={alt}
          onChange={({ currentTarget }) => setAlt(currentTarget.value)}
        />
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
        <div className={styles['line']}>
          {isShown ? (
            typed !== kept && (
              <Button look="primary" pending={isBusy} disabled={isMissing} onClick={show}>
                Save alt text
              </Button>
            )
          ) : (
            <Button look="primary" pending={isBusy} disabled={isMissing} onClick={show}>
              Show
            </Button>
          )}
          {status !== 'declined' && (
            <Button look="danger" onClick={() => setDeclining(true)}>
              {isShown ? 'Take down …' : 'Decline …'}
            </Button>
          )}
        </div>
      </div>
      {isDeclining && <DeclineDialog photo={photo} onClose={() => setDeclining(false)} />}
    </section>
  );
}

function Facts({ photo }: { readonly photo: DeskPhoto }) {
  const { product, choice, note, name, width, height, status, reason } = photo;
  return (
    <div className={own['facts']}>
      <h2>
        <DeskLink desk="products" search={`?product=${photo.product_id}`}>
          {product}
        </DeskLink>
      </h2>
      {choice !== '' && choice !== product && <p>{choice}</p>}
      {note !== '' && <blockquote>{note}</blockquote>}
      <p className={styles['small']}>
        {nameWords(name)}, {momentWords(photo.sent_at)}, {width} × {height} px
      </p>
      {status === 'declined' && (
        <p>
          <b>Declined:</b> {reason}
        </p>
      )}
    </div>
  );
}
