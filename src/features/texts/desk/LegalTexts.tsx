import { useStore } from '@nanostores/react';
import { moment, plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Select } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import styles from '#ui/styles/desk.module.css';
import { isLegalName, legalNames } from '../model/legal-draft.ts';
import {
  $writing,
  closeWriting,
  legalTable,
  saveDraft,
  writeVersion,
  type LegalWriting,
} from '../store/desk-legal.ts';
import { LegalForm } from './LegalForm.tsx';

const documents = Object.entries(legalNames).map(([value, label]) => ({ value, label }));

const nameOf = (document: string) => (isLegalName(document) ? legalNames[document] : document);

const columns: ColumnsOf<typeof legalTable> = [
  {
    name: 'document',
    title: 'Document',
    width: 160,
    text: (row) => nameOf(row.values.document),
    filter: { kind: 'choice', choices: documents },
  },
  { name: 'number', title: 'Version', width: 90, align: 'end', text: plain('number') },
  { name: 'changes', title: 'What changed', width: 460, text: plain('changes') },
  { name: 'publish_at', title: 'Shown from', width: 190, text: moment('publish_at') },
  { name: 'effective_at', title: 'In force from', width: 190, text: moment('effective_at') },
];

const write = (document: string) =>
  void writeVersion(isLegalName(document) ? document : 'terms').catch(() => {});

/** Terms, privacy and the like. What someone accepted stays: a change is a new version. */
export function LegalTexts() {
  const state = useStore(legalTable.$state);
  const writing = useStore($writing);
  useTableAddress(state, legalTable);
  return (
    <>
      <DataTable
        label="Versions of legal texts"
        state={state}
        actions={legalTable}
        columns={columns}
        searches="by what changed"
        onOpen={(row) => write(row.values.document)}
        empty={{
          title: 'No legal texts yet',
          text: 'Orders open once the terms are in force. Write the first version.',
        }}
        tools={
          <Button size="small" look="primary" onClick={() => write('terms')}>
            New version
          </Button>
        }
      />
      <WritingDialog writing={writing} />
    </>
  );
}

function WritingDialog({ writing }: { readonly writing: LegalWriting }) {
  const { status, document, draft, isChanged, isSaving, problem } = writing;
  return (
    <DeskDialog
      open={status !== 'closed'}
      title="New version of a legal text"
      unsaved={isChanged}
      onClose={closeWriting}
      wide
      renderFoot={(close) => (
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            look="primary"
            pending={isSaving}
            disabled={draft === null}
            onClick={() => void saveDraft()}
          >
            Add version
          </Button>
        </>
      )}
    >
      <div className={styles['stack']}>
        {status === 'open' && problem !== null && (
          <Notice tone="fault" role="alert" title="Not added">
            <p>{problem}</p>
          </Notice>
        )}
        <Select
          label="Document"
          value={document}
          disabled={isChanged}
          onChange={(event) => write(event.target.value)}
        >
          {documents.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {status === 'reading' && <Skeleton lines={12} label="Loading the newest version" />}
        {status === 'failed' && (
          <NotRead
            title="The newest version could not be loaded"
            message={problem ?? ''}
            onAgain={() => write(document)}
          />
        )}
        {draft && <LegalForm draft={draft} triedAt={writing.triedAt} />}
      </div>
    </DeskDialog>
  );
}
