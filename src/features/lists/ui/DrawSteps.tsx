import { momentWords } from '#shared/date-words.ts';
import { Notice } from '#ui/react/Notice.tsx';
import type { DrawStep, PublishedDraw, StepResult } from '../store/draw-checks.ts';
import styles from './draw.module.css';

export const steps = ['entries', 'round', 'signature', 'randomness', 'ranking'] as const;

const titles: Readonly<Record<DrawStep, string>> = {
  entries: 'The entries are the ones that were frozen',
  round: 'The round came after the closing',
  signature: 'The beacon signed this round',
  randomness: 'The randomness is the hash of that signature',
  ranking: 'The ranking follows from the randomness and the entries',
};

function publishedOf(step: DrawStep, draw: PublishedDraw): string {
  if (step === 'entries') return draw.entriesHash;
  if (step === 'round') return `Round ${draw.round}, closing ${momentWords(draw.closesAt)}`;
  if (step === 'signature') return draw.signature ?? '';
  if (step === 'randomness') return draw.randomness ?? '';
  return draw.ranking === null ? '' : `${draw.ranking.length} ranks`;
}

type StepProps = {
  readonly step: DrawStep;
  readonly result: StepResult | undefined;
  readonly draw: PublishedDraw;
};
const outcomes = { holds: 'Holds', fails: 'Failed', waiting: 'Not there yet' } as const;

export function Step({ step, result, draw }: StepProps) {
  const outcome = result?.outcome ?? 'waiting';
  const published = publishedOf(step, draw);
  return (
    <li className={styles[outcome]} data-step={step} data-outcome={result?.outcome ?? 'computing'}>
      <strong>{titles[step]}</strong>{' '}
      <span className={styles['outcome']}>
        {result === undefined ? 'Computing…' : outcomes[outcome]}
      </span>
      {published !== '' && (
        <span className={styles['bytes']}>
          <span className="visually-hidden">Published: </span>
          {published}
        </span>
      )}
      {result?.outcome === 'fails' && (
        <span className={styles['bytes']}>Computed here: {result.computed || 'nothing'}</span>
      )}
    </li>
  );
}

export function Verdict({ results }: { readonly results: readonly StepResult[] }) {
  const failed = results.filter(({ outcome }) => outcome === 'fails');
  if (failed.length > 0) {
    return (
      <Notice tone="fault" role="alert" title="This draw can’t be verified">
        <p>{failed.map(({ step }) => titles[step]).join('; ')}: no.</p>
      </Notice>
    );
  }
  const isWhole = results.every(({ outcome }) => outcome === 'holds');
  return (
    <Notice tone="info" title={isWhole ? 'Every step is verified' : 'Verified so far'}>
      <p>
        {isWhole
          ? 'Nobody could choose this ranking: not the shop, and not the last person to enter.'
          : 'The rest can be checked once the round is out and the ranking is published.'}
      </p>
    </Notice>
  );
}
