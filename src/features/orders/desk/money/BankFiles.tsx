import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { momentWords } from '#shared/date-words.ts';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import styles from '#ui/styles/desk.module.css';
import type { BankFile, BankFileStatus } from '../../model/bank-refund.ts';
import {
  $bankFiles,
  downloadFile,
  readFiles,
  readOlderFiles,
  settleFile,
} from '../../store/desk-bank-refunds.ts';
import own from './statements.module.css';

const statusNames: Readonly<Record<BankFileStatus, string>> = {
  made: 'Not sent yet',
  sent: 'Sent',
  discarded: 'Discarded',
};

const paymentsOf = ({ payments, total_minor: totalMinor }: BankFile) =>
  `${payments} ${payments === 1 ? 'payment' : 'payments'}, ${formatMoney(totalMinor, 'EUR')}`;

/** Which files were made for the bank, by whom, and what became of them. */
export function BankFiles({ role }: { readonly role: DeskRole }) {
  const state = useStore($bankFiles);
  useEffect(() => {
    void readFiles();
  }, []);
  if (state.status === 'loading') return <Skeleton lines={3} label="Loading bank files" />;
  if (state.status === 'failed')
    return (
      <NotRead
        title="The bank files could not be loaded"
        message={state.message}
        onAgain={() => void readFiles()}
      />
    );
  if (state.files.length === 0) return null;
  return (
    <section className={styles['card']} aria-label="Bank files">
      <h2>Bank files</h2>
      <ol className={own['entries']} aria-label="Bank files">
        {state.files.map((file) => (
          <li key={file.id} className={own['past']}>
            <OneFile file={file} isOwners={role === 'owner'} />
          </li>
        ))}
      </ol>
      {state.isMore && (
        <div className={styles['line']}>
          <Button size="small" onClick={() => void readOlderFiles()}>
            Show older
          </Button>
        </div>
      )}
    </section>
  );
}

function OneFile({ file, isOwners }: { readonly file: BankFile; readonly isOwners: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, ask] = useState<'sent' | 'discarded' | null>(null);
  const { id, status, settled_at: settledAt } = file;
  const download = async () => {
    const answer = await downloadFile(id);
    setProblem(answer.ok ? null : answer.message);
    if (answer.ok) saveFile(answer.file.name, [answer.file.content], 'application/xml');
  };
  return (
    <>
      <div>
        <b>{paymentsOf(file)}</b>
        <span className={styles['byline']}>
          {file.message_id}, to pay on {dayWords(file.execute_on)}
        </span>
      </div>
      <div>
        <Badge tone={status === 'sent' ? 'good' : status === 'made' ? 'waiting' : 'plain'}>
          {statusNames[status]}
        </Badge>
        <span className={styles['byline']}>
          Made by {file.by}, {momentWords(file.made_at)}
          {settledAt !== null &&
            `; ${statusNames[status].toLowerCase()} by ${file.settled_by}, ${momentWords(settledAt)}`}
          {file.reason !== '' && `: ${file.reason}`}
        </span>
      </div>
      {isOwners && (
        <div className={styles['line']}>
          {file.is_kept && status !== 'discarded' && (
            <Button size="small" onClick={() => void download()}>
              Download
            </Button>
          )}
          {status === 'made' && (
            <>
              <Button size="small" look="primary" onClick={() => ask('sent')}>
                Mark as sent
              </Button>
              <Button size="small" look="quiet" onClick={() => ask('discarded')}>
                Discard
              </Button>
            </>
          )}
        </div>
      )}
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      {asked !== null && <SettleDialog file={file} status={asked} onClose={() => ask(null)} />}
    </>
  );
}

type SettleProps = {
  readonly file: BankFile;
  readonly status: 'sent' | 'discarded';
  readonly onClose: () => void;
};

function SettleDialog({ file, status, onClose }: SettleProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSent = status === 'sent';
  const settle = async () => {
    setBusy(true);
    const why = await settleFile(file.id, status, reason);
    setBusy(false);
    setProblem(why);
    if (why === null) onClose();
  };
  return (
    <DeskDialog
      open
      title={isSent ? 'Mark the file as sent' : 'Discard the file'}
      unsaved={reason !== '' && !isBusy}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button onClick={close}>Close</Button>
          <Button
            look={isSent ? 'primary' : 'danger'}
            pending={isBusy}
            disabled={!isSent && reason.trim().length < 2}
            onClick={() => void settle()}
          >
            {isSent ? 'Mark as sent' : 'Discard file'}
          </Button>
        </>
      )}
    >
      <div className={styles['stack']}>
        <p>{paymentsOf(file)}</p>
        <p>
          {isSent
            ? 'Do this once your bank has accepted the file. Each customer gets an e-mail that the money was sent. This can’t be undone.'
            : 'Do this only if the bank does not have the file. Its refunds can then go into another file.'}
        </p>
        {!isSent && (
          <Field
            label="Reason"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
      </div>
    </DeskDialog>
  );
}
