import { useState } from 'react';
import { roundTime } from '../model/beacon.ts';
import { verifyDraw, type StepResult } from '../model/draw.ts';
import { Button } from '#ui/react/Button.tsx';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { TimeLeft } from '#ui/react/TimeLeft.tsx';
import { useNow } from '#ui/react/use-now.ts';
import { useTyped } from '#ui/react/unsaved.ts';
import { fetchRound } from '../api/beacon-round.ts';
import { drawThisList } from '../store/desk-list-steps.ts';
import { parseRound, roundAddress, type ListRow } from '../store/desk-lists.ts';
import styles from '#ui/styles/desk.module.css';

const stepMs = 1_000;

const stepNames = {
  entries: 'The entries have the published hash',
  round: 'The round comes after closing',
  signature: 'The beacon signed it',
  randomness: 'The randomness follows from the signature',
  ranking: 'The ranking follows from the entries and the randomness',
} as const;

function drawOf(
  { values: list }: ListRow,
  round: { randomness: string; signature: string } | null,
) {
  return {
    closesAt: list.closes_at ?? '',
    round: list.beacon_round ?? 0,
    entryIds: list.entry_ids ?? [],
    entriesHash: list.entries_hash ?? '',
    randomness: round?.randomness ?? list.randomness,
    signature: round?.signature ?? list.signature,
    ranking: round ? null : (list.ranking ?? []),
  };
}

export function DrawStep({ list, isBusy }: { readonly list: ListRow; readonly isBusy: boolean }) {
  const [text, setText, keepText] = useTyped();
  const pasted = parseRound(text);
  const results = pasted ? verifyDraw(drawOf(list, pasted)) : [];
  const wanted = list.values.beacon_round ?? 0;
  const [isAsked, setAsked] = useState(false);
  const [isFetching, setFetching] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const entries = list.values.entry_ids?.length ?? 0;
  const draw = () => {
    setAsked(false);
    keepText();
    if (pasted) void drawThisList(pasted);
  };
  const isWrong = results.some(({ outcome }) => outcome === 'fails') || pasted?.round !== wanted;
  const comesAt = roundTime(wanted);
  const isOut = useNow(stepMs) >= comesAt.getTime();
  async function fetchIt() {
    setFetching(true);
    setProblem(null);
    const found = await fetchRound(wanted);
    setFetching(false);
    if (found.ok) setText(JSON.stringify(found.value));
    else setProblem(found.error);
  }
  return (
    <>
      <p>
        Round {wanted} of the beacon decides. It comes{' '}
        <TimeLeft until={comesAt.toISOString()} after="published" />.
      </p>
      <div className={styles['line']}>
        <Button
          size="small"
          look={pasted === null ? 'primary' : 'plain'}
          pending={isFetching}
          disabled={!isOut}
          onClick={() => void fetchIt()}
        >
          Fetch the round
        </Button>
        {!isOut && (
          <span className={styles['small']}>The round can be fetched once it is out.</span>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      <details open={problem !== null || text !== '' || undefined}>
        <summary>Paste the round instead</summary>
        <p className={styles['small']}>
          Copy all of{' '}
          <a href={roundAddress(wanted)} rel="noreferrer" target="_blank">
            the beacon’s own page
          </a>
          . Its signature is checked before the draw, wherever it comes from.
        </p>
        <TextArea
          label="The round"
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={faultOf(text, pasted, wanted)}
        />
      </details>
      <Results results={results} />
      <div className={styles['line']}>
        <Button
          size="small"
          look="primary"
          disabled={isBusy || pasted === null || isWrong}
          onClick={() => setAsked(true)}
        >
          Draw for good
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={`Draw ${list.values.title}?`}
        verb="Yes, draw it"
        look="primary"
        onConfirm={draw}
        onClose={() => setAsked(false)}
      >
        <p>
          Round {wanted} ranks {entries === 1 ? 'the 1 entry' : `all ${entries} entries`}, and the
          ranking becomes public. A list can only be drawn once. No offers or e-mails go out yet:
          you send the offers afterwards.
        </p>
      </ConfirmDialog>
    </>
  );
}

function faultOf(text: string, pasted: ReturnType<typeof parseRound>, wanted: number) {
  if (pasted === null)
    return text === ''
      ? undefined
      : 'This is not a beacon round. Copy all the text from the beacon’s page.';
  return pasted.round === wanted
    ? undefined
    : `This is round ${pasted.round}, not the one that decides.`;
}

export function Proof({ list }: { readonly list: ListRow }) {
  const [results, setResults] = useState<readonly StepResult[]>([]);
  return (
    <>
      <div className={styles['line']}>
        <Button size="small" onClick={() => setResults(verifyDraw(drawOf(list, null)))}>
          Check the draw in this browser
        </Button>
      </div>
      <Results results={results} />
    </>
  );
}

function Results({ results }: { readonly results: readonly StepResult[] }) {
  return (
    <ul className={styles['plain']} aria-label="Checks">
      {results.map(({ step, outcome }) => (
        <li key={step} className={outcome === 'fails' ? styles['fault'] : undefined}>
          {stepNames[step]}: {outcome === 'holds' ? 'yes' : outcome === 'fails' ? 'no' : 'not yet'}
        </li>
      ))}
    </ul>
  );
}
