import { useState } from 'react';
import { momentWords } from '#shared/date-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import styles from './account.module.css';

const rule = 'Each code works once. Using one removes your authenticator app.';

/** New recovery codes, and the ways to keep them: copied, as a file, on paper. */
export function CodeSheet({
  codes,
  owner,
}: {
  readonly codes: readonly string[];
  readonly owner: string;
}) {
  const [said, setSaid] = useState('');
  const [madeAt] = useState(() => new Date().toISOString());
  const heading = `Keywright recovery codes for ${owner}, ${momentWords(madeAt)}`;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText([heading, rule, '', ...codes].join('\n'));
      setSaid(`All ${codes.length} codes copied.`);
    } catch {
      setSaid('Your browser does not allow copying. Save the codes as a file.');
    }
  };
  const save = () => {
    // Line ends that every editor on every system breaks.
    const text = [heading, rule, '', ...codes, ''].join('\r\n');
    saveFile('keywright-recovery-codes.txt', [text], 'text/plain;charset=utf-8');
    setSaid('The file is downloading.');
  };
  const printThem = () => {
    print();
    setSaid('Your browser prints only the codes.');
  };

  return (
    <div data-printed-alone="">
      <Notice tone="caution" title="Keep these somewhere you can find without your phone">
        <p className={styles['paper']}>{heading}</p>
        <p>{rule} They won’t be shown again.</p>
        <ol className={styles['codes']}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={`${styles['row']} no-print`}>
          <Button size="small" onClick={() => void copy()}>
            Copy
          </Button>
          <Button size="small" onClick={save}>
            Save as a file
          </Button>
          <Button size="small" onClick={printThem}>
            Print
          </Button>
        </div>
        <output className={`${styles['done']} no-print`}>{said}</output>
      </Notice>
    </div>
  );
}
