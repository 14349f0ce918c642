import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { beacon } from '../model/beacon.ts';
import { writeDrawFile } from '../model/draw-file.ts';
import { ordinal } from '../model/place-words.ts';
import { drawOf } from '../model/published-draw.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { $drawChecks, checkDraw, wantDrawCheck } from '../store/draw-checks.ts';
import type { PublishedDraw } from '../store/draw-checks.ts';
import type { ListPage, ListPlace } from '../store/lists.ts';
import { Step, steps, Verdict } from './DrawSteps.tsx';
import own from './draw.module.css';
import styles from './lists.module.css';

type Props = { readonly page: ListPage; readonly place: ListPlace | null };

/** Recomputes a draw here, from what is published, and says which step would not hold. */
export function DrawCheck({ page: { list }, place }: Props) {
  const draw = useMemo(() => drawOf(list), [list]);
  if (draw === null) return <p>This list is not frozen yet.</p>;
  return <Check listId={list.id} title={list.title} draw={draw} list={list} place={place} />;
}

type CheckProps = {
  readonly listId: string;
  readonly title: string;
  readonly draw: PublishedDraw;
  readonly list: ListPage['list'];
  readonly place: ListPlace | null;
};

function Check({ listId, title, draw, list, place }: CheckProps) {
  // A list that is drawn while one looks is another draw to check than the frozen one.
  const key = `${listId} ${draw.randomness ?? ''}`;
  useEffect(() => wantDrawCheck(key, draw), [key, draw]);
  const check = useStore($drawChecks)[key];
  if (check?.status === 'failed') {
    return (
      <Notice tone="fault" role="alert" title="The check could not be loaded">
        <p>You may be offline.</p>
        <Button size="small" onClick={() => void checkDraw(key, draw)}>
          Try again
        </Button>
      </Notice>
    );
  }
  const done = check?.done ?? [];
  return (
    <div className={own['check']}>
      <p>
        Your browser checks everything itself, using {draw.entryIds.length} entry IDs and one public
        beacon round. It needs nothing from this shop.
      </p>
      <ol className={own['steps']} aria-busy={check?.status === 'running'}>
        {steps.map((step) => (
          <Step key={step} step={step} result={done.find((one) => one.step === step)} draw={draw} />
        ))}
      </ol>
      <div aria-live="polite">{check?.status === 'done' && <Verdict results={done} />}</div>
      <OwnRank draw={draw} list={list} place={place} />
      <p className={styles['keys']}>
        <Button
          size="small"
          onClick={() =>
            saveFile(`draw-${draw.round}.json`, [writeDrawFile(title, draw)], 'application/json')
          }
        >
          Download as JSON
        </Button>
        <a href={`https://api.drand.sh/${beacon.chainHash}/public/${draw.round}`} rel="noopener">
          The round at the beacon
        </a>
      </p>
    </div>
  );
}

function OwnRank({ draw, list, place }: Omit<CheckProps, 'listId' | 'title'>) {
  const rank = place === null ? 0 : (draw.ranking ?? []).indexOf(place.entry_id) + 1;
  const last = list.last_offered_rank;
  const reached = last === null ? '' : ` The last winning rank so far is ${last}.`;
  if (place === null) return reached === '' ? null : <p>{reached}</p>;
  const isIn = draw.entryIds.includes(place.entry_id);
  return (
    <p data-own-rank>
      Your entry is <code className={own['bytes']}>{place.entry_id}</code>
      {rank > 0
        ? `You are ${ordinal(rank)} of ${draw.ranking?.length ?? 0}.${reached}`
        : isIn
          ? 'It is one of the frozen entries.'
          : 'It is not one of the frozen entries. Please write to us.'}
    </p>
  );
}
