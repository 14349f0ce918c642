import { useState } from 'react';
import { isOfferLive } from '../model/desk-offers.ts';
import { Button } from '#ui/react/Button.tsx';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { finishThisList } from '../store/desk-list-steps.ts';
import type { OpenList } from '../store/desk-lists.ts';
import styles from '#ui/styles/desk.module.css';

type Props = { readonly open: Extract<OpenList, { readonly status: 'open' }> };

/** It can be done long before its time, so it is asked for twice. */
export function FinishStep({ open: { list, facts, isBusy } }: Props) {
  const [isAsked, setAsked] = useState(false);
  const live = facts.offers.filter(isOfferLive).length;
  const finish = () => {
    setAsked(false);
    void finishThisList();
  };
  return (
    <div className={styles['line']}>
      <span>Finishing ends the list: no more offers go out.</span>
      <Button size="small" look="danger" disabled={isBusy} onClick={() => setAsked(true)}>
        Finish the list
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Finish the list"
        verb="Finish it for good"
        stay="Keep it open"
        onConfirm={finish}
        onClose={() => setAsked(false)}
      >
        <p>
          {list.values.title} ends for good: no more entries or offers.
          {live > 0 &&
            ` ${live === 1 ? 'The open offer stays valid' : `The ${live} open offers stay valid`} until its deadline.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}
