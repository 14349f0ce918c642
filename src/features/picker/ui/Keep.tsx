import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { UnreadNotice } from '#ui/react/UnreadNotice.tsx';
import { decodeDesign } from '#features/designs/model/design-code.ts';
import { $design, $designName, $settledDesign, changeDesign } from '../store/design-desk.ts';
import {
  $draftKept,
  $snapshots,
  addSnapshot,
  draftsKey,
  removeSnapshot,
  snapshotKey,
} from '../store/design-drafts.ts';
import { $setAside, hideAside } from '#shared/set-aside.ts';
import { download, type DesignFile } from './design-files.ts';
import styles from './picker.module.css';

const files: readonly (readonly [DesignFile, string])[] = [
  ['png', 'PNG, double size'],
  ['svg', 'SVG'],
  ['kle', 'KLE data'],
  ['csv', 'List of caps'],
];

function Snapshots() {
  const snapshots = useStore($snapshots);
  const [name, setName] = useState('');
  return (
    <section aria-label="Snapshots">
      <h2 className={styles['paletteTitle']}>Snapshots</h2>
      <form
        className={styles['inline']}
        onSubmit={(event) => {
          event.preventDefault();
          addSnapshot(name.trim() || new Date().toLocaleTimeString());
          setName('');
        }}
      >
        <Field
          label="Name of the snapshot"
          value={name}
          maxLength={60}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button type="submit">Save snapshot</Button>
      </form>
      {snapshots.length === 0 && (
        <p className={styles['note']}>
          A snapshot is a version you can go back to. It is saved in this browser.
        </p>
      )}
      <ul className={styles['snapshots']}>
        {snapshots.map(({ name: called, code }) => (
          <li key={code}>
            <button
              type="button"
              className={styles['link']}
              onClick={() => {
                const read = decodeDesign(code);
                if (read.ok) changeDesign(read.value.design, `Back to ${called}`);
              }}
            >
              {called}
            </button>
            <button
              type="button"
              className={styles['quiet']}
              aria-label={`Forget ${called}`}
              onClick={() => removeSnapshot(code)}
            >
              Forget
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What this browser kept of designs and nobody can open any more. */
function UnreadDesigns() {
  const texts = useStore($setAside);
  return [snapshotKey, draftsKey].map((key) => {
    const text = texts[key];
    if (text === undefined) return null;
    const what = key === snapshotKey ? 'snapshots' : 'drafts';
    return (
      <UnreadNotice
        key={key}
        title={`Some of your ${what} could not be loaded`}
        text={text}
        onHide={() => hideAside(key)}
      >
        <p>
          Some {what} saved in this browser are damaged or from another version of the picker.
          Reload the page; anything still missing is lost.
        </p>
      </UnreadNotice>
    );
  });
}

export function Keep() {
  useStore($settledDesign);
  const kept = useStore($draftKept);
  return (
    <div className={styles['panel']}>
      <output className={styles['note']}>
        {kept
          ? 'Your draft is saved in this browser while you work.'
          : 'This browser does not store data. Save the design or copy its link before you leave.'}
      </output>
      <UnreadDesigns />
      <Snapshots />
      <section aria-label="Export">
        <h2 className={styles['paletteTitle']}>Export</h2>
        <div className={styles['files']}>
          {files.map(([kind, label]) => (
            <Button
              key={kind}
              size="small"
              onClick={() => void download(kind, $design.get(), $designName.get())}
            >
              {label}
            </Button>
          ))}
        </div>
      </section>
    </div>
  );
}
