import { useStore } from '@nanostores/react';
import type { AccessReport, Callers, FunctionRights, TableRights } from '../model/access-report.ts';
import { csvLine } from '#shared/csv.ts';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { Table } from '#ui/react/Table.tsx';
import { access } from '../store/desk-reports.ts';
import styles from '#ui/styles/desk.module.css';
import stacked from '#ui/styles/stacked-table.module.css';
import checkStyles from './check.module.css';

/** Who may read, write and call what, as the database has it now. For owners. */
export function AccessView() {
  const state = useStore(access.$state);
  if (state.status === 'loading') return <Skeleton lines={12} label="Loading permissions" />;
  if (state.status === 'failed') {
    return (
      <NotRead
        title="The permissions could not be loaded"
        message={state.failure.title}
        onAgain={() => void access.reload()}
      />
    );
  }
  return <Rights report={state.value} />;
}

function Rights({ report }: { readonly report: AccessReport }) {
  const { tables, functions } = report;
  const read = tables.filter(({ visitors }) => visitors !== 'nothing').length;
  return (
    <div className={styles['stack']}>
      <div className={styles['line']}>
        <output>
          Visitors read {read} of {tables.length} tables. Each rule below is enforced by the
          database.
        </output>
        <span className={checkStyles['keys']}>
          <Button size="small" onClick={() => saveRights(report)}>
            Export CSV
          </Button>
          <Button size="small" onClick={() => void access.reload()}>
            Refresh
          </Button>
        </span>
      </div>
      <div className={`${stacked['stacks']} ${checkStyles['cards']}`}>
        <TableRightsTable tables={tables} />
      </div>
      {callerGroups.map(({ callers, title }) => (
        <Calls
          key={callers}
          title={title}
          functions={functions.filter((one) => one.callers === callers)}
        />
      ))}
    </div>
  );
}

const visitorWords = { nothing: 'Nothing', read: 'Read it', write: 'Write it' } as const;

const callerGroups: readonly { readonly callers: Callers; readonly title: string }[] = [
  { callers: 'visitors', title: 'anyone may call' },
  { callers: 'accounts', title: 'need an account' },
  { callers: 'service', title: 'only the shop may call' },
];

function TableRightsTable({ tables }: { readonly tables: readonly TableRights[] }) {
  return (
    <Table label="Permissions by table">
      <thead>
        <tr>
          <th scope="col">Table</th>
          <th scope="col">Visitors</th>
          <th scope="col">Who reads it</th>
          <th scope="col">Who writes it</th>
        </tr>
      </thead>
      <tbody>
        {tables.map(({ name, isGuarded, visitors, readRules, writeRules }) => (
          <tr key={name}>
            <th scope="row" className={styles['stays']}>
              {name.replaceAll('_', ' ')}
            </th>
            <td data-label="Visitors">
              {isGuarded ? visitorWords[visitors] : <Badge tone="bad">Not protected</Badge>}
            </td>
            <td className={checkStyles['rules']} data-label="Who reads it">
              <Rules rules={readRules} none="Nobody" />
            </td>
            <td className={checkStyles['rules']} data-label="Who writes it">
              <Rules rules={writeRules} none="Functions only" />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Rules({ rules, none }: { readonly rules: readonly string[]; readonly none: string }) {
  if (rules.length === 0) return <span className={styles['small']}>{none}</span>;
  return rules.map((rule) => <div key={rule}>{rule}</div>);
}

type CallsProps = { readonly title: string; readonly functions: readonly FunctionRights[] };

function Calls({ title, functions }: CallsProps) {
  if (functions.length === 0) return null;
  return (
    <details>
      <summary>
        {functions.length} functions {title}
      </summary>
      <ul className={styles['plain']}>
        {functions.map(({ name }) => (
          <li key={name}>{name.replaceAll('_', ' ')}</li>
        ))}
      </ul>
    </details>
  );
}

function saveRights({ tables, functions }: AccessReport): void {
  const lines = [
    ...tables.map(({ name, visitors, readRules, writeRules }) =>
      csvLine(['table', name, visitors, readRules.join('; '), writeRules.join('; ')]),
    ),
    ...functions.map(({ name, callers }) => csvLine(['function', name, callers, '', ''])),
  ];
  const heads = ['what', 'name', 'visitors or callers', 'who reads it', 'who writes it'];
  saveFile('rights.csv', ['\uFEFF', csvLine(heads), ...lines]);
}
