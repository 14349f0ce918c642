import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { changeLayout, takeLayoutColours } from '#features/designs/model/design-edit.ts';
import { parseKle } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { $design, changeDesign } from '../store/design-desk.ts';
import styles from './picker.module.css';

type Props = { readonly open: boolean; readonly onClose: () => void };

export function ImportLayout({ open, onClose }: Props) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [withColours, setWithColours] = useState(false);

  function take(): void {
    const read = parseKle(text);
    if (!read.ok) {
      const { row, item, message } = read.error;
      const place = [row && `row ${row}`, item && `entry ${item}`].filter(Boolean).join(', ');
      return setFault(place === '' ? message : `In ${place}: ${message}`);
    }
    const moved = changeLayout($design.get(), read.value);
    const design = withColours ? takeLayoutColours(moved) : moved;
    changeDesign(design, `Imported a layout with ${read.value.keys.length} keys`);
    setFault(null);
    onClose();
  }

  return (
    <Dialog
      open={open}
      title="Import a layout"
      onClose={onClose}
      wide
      foot={
        <Button look="primary" onClick={take}>
          Import layout
        </Button>
      }
    >
      <div className={styles['panel']}>
        <p>
          Paste raw data from keyboard-layout-editor.com or the text of a gist, or choose a file.
        </p>
        <input
          type="file"
          accept=".json,application/json,text/plain"
          aria-label="KLE file"
          onChange={({ currentTarget: { files } }) => {
            const file = files?.[0];
            if (file) void file.text().then(setText);
          }}
        />
        <TextArea
          label="KLE data"
          rows={10}
          spellCheck={false}
          value={text}
          error={fault ?? undefined}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <label>
          <input
            type="checkbox"
            checked={withColours}
            onChange={({ currentTarget: { checked } }) => setWithColours(checked)}
          />{' '}
          Import the colours of caps and legends too, as ideas
        </label>
        {fault !== null && (
          <Notice tone="fault" role="alert">
            Nothing was changed. Your text is still here.
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
