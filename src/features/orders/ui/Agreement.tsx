import { useState } from 'react';
import { etaOf, etaWords } from '#shared/eta.ts';
import type { Consent, Order, OrderLine } from '../model/order.ts';
import { Button } from '#ui/react/Button.tsx';
import { ConsentChoices } from './ConsentChoices.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { routes } from '#routes.ts';
import { agree } from '../store/order-changes.ts';
import styles from './orders.module.css';

const fault = 'Please agree to this first.';

/** What an order that was made or changed for its customer asks of them; its payment waits for it. */
export function Agreement({ order }: { readonly order: Order }) {
  const { missing_consents: asked } = order;
  const [given, setGiven] = useState<readonly Consent[]>([]);
  const [isPressed, setPressed] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const left = asked.filter((each) => !given.includes(each));
  const send = async () => {
    setPressed(true);
    if (left.length > 0) return;
    setSending(true);
    setProblem(await agree(order, asked));
    setSending(false);
  };
  return (
    <section className={`${styles['box']} no-print`} aria-labelledby="agreement">
      <h3 id="agreement">Before you pay</h3>
      <p>We created or changed this order for you. Please check it and agree before you pay.</p>
      {asked.includes('group_buy') && <MadeLater lines={order.lines} />}
      <ConsentChoices
        termsPath={routes.terms}
        asked={asked}
        given={given}
        faults={isPressed ? Object.fromEntries(left.map((each) => [each, fault])) : {}}
        onChange={(consent, isGiven) =>
          setGiven((now) => [
            ...now.filter((each) => each !== consent),
            ...(isGiven ? [consent] : []),
          ])
        }
      />
      {problem !== null && <Notice tone="fault" role="alert" title={problem} />}
      <p>
        <Button look="primary" pending={isSending} onClick={() => void send()}>
          Agree
        </Button>
      </p>
    </section>
  );
}

/** When each is expected, as an estimate. */
function MadeLater({ lines }: { readonly lines: readonly OrderLine[] }) {
  const made = lines.filter((line) => line.sold_as === 'group_buy');
  return (
    <ul className={styles['soft']}>
      {made.map((line) => {
        const eta = etaOf(line);
        return (
          <li key={line.id}>
            {line.title} {line.variant_title} is a group buy
            {eta === null ? ' without a date yet.' : `: estimated ${etaWords(eta)}.`}
          </li>
        );
      })}
    </ul>
  );
}
