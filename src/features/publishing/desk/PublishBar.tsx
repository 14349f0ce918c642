import { useStore } from '@nanostores/react';
import { useId, type FormEvent } from 'react';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import {
  $publish,
  $publishShown,
  $publishing,
  isBuilding,
  look,
  publishSite,
  showBuild,
  showChanges,
  type PublishState,
} from '../store/publish.ts';
import { BuildDetails, WaitingList } from './PublishDetails.tsx';
import styles from './publish.module.css';
import { useTyped } from '#ui/react/unsaved.ts';
import { stateWords } from './publish-words.ts';

type Ready = Extract<PublishState, { status: 'ready' }>;

const tones = { queued: 'waiting', running: 'waiting', live: 'good', failed: 'bad' } as const;
const names = { queued: 'Queued', running: 'Building', live: 'Live', failed: 'Failed' } as const;

/** On every desk of those who may publish: what waits, the key, and how the last build went. */
export function PublishBar() {
  return (
    <IslandBoundary label="publishing">
      <Bar />
    </IslandBoundary>
  );
}

function Bar() {
  const state = useStore($publish);
  if (state.status === 'closed') return null;
  return (
    <section className={styles['bar']} aria-label="Publish">
      {state.status === 'loading' && <output>Checking for unpublished changes …</output>}
      {state.status === 'failed' && <NotLookedAt why={state.message} />}
      {state.status === 'ready' && <ReadyBar state={state} />}
    </section>
  );
}

function NotLookedAt({ why }: { readonly why: string }) {
  return (
    <>
      <output>Unpublished changes could not be loaded: {why}</output>
      <Button size="small" onClick={() => void look()}>
        Try again
      </Button>
    </>
  );
}

function ReadyBar({ state }: { readonly state: Ready }) {
  const shown = useStore($publishShown);
  const { isAsked } = useStore($publishing);
  const { run, waiting } = state;
  const close = () => $publishShown.set('nothing');
  return (
    <>
      {state.problem !== null && <NotLookedAt why={state.problem} />}
      <output className={styles['state']}>
        {run !== null && <Badge tone={tones[run.status]}>{names[run.status]}</Badge>}
        <span>{stateWords(state)}</span>
      </output>
      {run !== null && (
        <div className={styles['last']}>
          <Button size="small" look="quiet" onClick={showBuild}>
            Last build
          </Button>
        </div>
      )}
      <Button
        size="small"
        look={waiting.count > 0 ? 'primary' : 'plain'}
        pending={isAsked}
        onClick={showChanges}
      >
        {isBuilding(state) ? 'Publish again …' : 'Publish changes …'}
      </Button>
      <DeskDialog open={shown === 'changes'} title="Publish" unsaved={false} onClose={close}>
        <WaitingList waiting={waiting} />
        <AskForm onDone={close} />
      </DeskDialog>
      <DeskDialog
        open={shown === 'build'}
        title="The last build"
        unsaved={false}
        onClose={close}
        wide
      >
        {run !== null && <BuildDetails run={run} log={state.log} />}
      </DeskDialog>
    </>
  );
}

function AskForm({ onDone }: { readonly onDone: () => void }) {
  const [note, setNote] = useTyped();
  const { isAsked, problem } = useStore($publishing);
  const id = useId();
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    // A refusal keeps the dialog and what was typed.
    if (await publishSite(note)) onDone();
  };
  return (
    <form className={styles['ask']} onSubmit={(event) => void ask(event)}>
      <label htmlFor={id}>Note for colleagues (optional)</label>
      <input
        id={id}
        className={styles['note']}
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.target.value)}
      />
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      <Button look="primary" type="submit" pending={isAsked}>
        Publish now
      </Button>
    </form>
  );
}
