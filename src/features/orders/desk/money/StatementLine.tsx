import { useState } from 'react';
import { dayWords } from '#shared/day-words.ts';
import type { Tone } from '#shared/tone.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import styles from '#ui/styles/desk.module.css';
import { matchWords, partWords, settledWords, type JudgedLine } from '../../model/bank-match.ts';
import { chooseFor, type LineResult } from '../../store/bank-statement.ts';
import { PaymentChoice } from './PaymentChoice.tsx';
import own from './statements.module.css';

type Props = {
  readonly index: number;
  readonly judged: JudgedLine;
  readonly result: LineResult | null;
  readonly isRunning: boolean;
};

interface Verdict {
  readonly tone: Tone;
  readonly badge: string;
  readonly texts: readonly string[];
}

function verdictOf(judged: JudgedLine, result: LineResult | null): Verdict {
  const { choice, parts, isFixed, match } = judged;
  if (result?.kind === 'done')
    return { tone: 'good', badge: 'Done', texts: [settledWords(result.settled)] };
  if (result !== null)
    return {
      tone: 'bad',
      badge: result.kind === 'unknown' ? 'No answer' : 'Refused',
      texts: [result.message],
    };
  const why = matchWords(judged);
  if (isFixed)
    return { tone: 'plain', badge: match === null ? 'Left alone' : 'Known', texts: [why] };
  if (choice.kind === 'orders') {
    const isWhole = parts.every(({ kind }) => kind === 'full');
    const isImpossible = parts.some(({ kind }) => kind === 'other_currency');
    const tone = isImpossible ? 'bad' : isWhole ? 'good' : 'waiting';
    return {
      tone,
      badge: isImpossible ? 'Not possible' : 'Record',
      texts: [...parts.map(partWords), why],
    };
  }
  if (choice.kind === 'leave') return { tone: 'plain', badge: 'Left out', texts: [why] };
  if (choice.kind === 'aside')
    return { tone: 'plain', badge: 'For no order', texts: [choice.note] };
  return {
    tone: 'waiting',
    badge: match?.orders.length === 0 ? 'Match later' : 'Check',
    texts: [why],
  };
}

export function StatementLine({ index, judged, result, isRunning }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { line, match, choice, isFixed } = judged;
  const { tone, badge, texts } = verdictOf(judged, result);
  const orders = match?.orders ?? [];
  const canChange = !isFixed && result?.kind !== 'done' && !isRunning;
  const numbers = orders.map(({ number }) => number).join(' and ');
  return (
    <li className={own['entry']}>
      <div className={own['sum']}>
        <b>
          {line.kind === 'debit' && '−'}
          <MoneyText minor={line.amountMinor} currency={line.currency} />
        </b>
        <span className={styles['small']}>{dayWords(line.bookedOn)}</span>
      </div>
      <div className={own['who']}>
        <b>{line.payer === '' ? 'Payer not named' : line.payer}</b>
        <span className={styles['small']}>{line.message}</span>
      </div>
      <div className={own['does']}>
        <Badge tone={tone}>{badge}</Badge>
        {texts
          .filter((text) => text !== '')
          .map((text, at) => (
            <span key={text} className={at > 0 ? styles['small'] : undefined}>
              {text}
            </span>
          ))}
      </div>
      {canChange && (
        <div className={own['keys']}>
          {choice.kind !== 'orders' && orders.length > 0 && (
            <Button
              size="small"
              onClick={() =>
                chooseFor(index, {
                  kind: 'orders',
                  orders: match?.reason === 'split' ? orders : orders.slice(0, 1),
                })
              }
            >
              Use {match?.reason === 'split' ? numbers : orders[0]?.number}
            </Button>
          )}
          <Button size="small" look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Change
            <span className="visually-hidden"> entry {line.place}</span>
          </Button>
        </div>
      )}
      {canChange && isOpen && (
        <div className={own['choice']}>
          <PaymentChoice
            currency={line.currency}
            choice={choice}
            orders={orders}
            canLeave
            onChoose={(chosen) => chooseFor(index, chosen)}
          />
        </div>
      )}
    </li>
  );
}
