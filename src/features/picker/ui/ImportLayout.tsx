import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { changeLayout, takeLayoutColours } from '#features/designs/model/design-edit.ts';
import { designFault } from '#features/designs/model/design-json.ts';
import { firstAnswers, rowsOfVia } from '#features/designs/model/via-layout.ts';
import { parseKle } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { $design, changeDesign } from '../store/design-desk.ts';
import { DropZone } from './DropZone.tsx';
import styles from './picker.module.css';

type Props = { readonly open: boolean; readonly onClose: () => void };

export function ImportLayout({ open, onClose }: Props) {
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState(0);
  const [withColours, setWithColours] = useState(false);

  function take(): void {
    const read = parseKle(rowsOfVia(text));
    if (!read.ok) {
      const { row, item, message } = read.error;
      const place = [row && `row ${row}`, item && `entry ${item}`].filter(Boolean).join(', ');
      return setFault(place === '' ? message : `In ${place}: ${message}`);
    }
    const layout = firstAnswers(read.value);
    const moved = changeLayout($design.get(), layout);
    const design = withColours ? takeLayoutColours(moved) : moved;
    const refused = designFault(design);
    if (refused !== null) return setFault(refused);
    changeDesign(design, `Imported a layout with ${layout.keys.length} keys`);
    setFault(null);
    const missing = read.value.keys.length - layout.keys.length;
    if (missing === 0) onClose();
    else setLeftOut(missing);
  }

  async function read(file: File): Promise<void> {
    setText(await file.text());
    setFileName(file.name);
    setFault(null);
  }

  if (leftOut > 0)
    return (
      <Dialog
        open={open}
        title="Layout imported"
        onClose={onClose}
        foot={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <output>
          This layout comes from VIA and holds alternatives for some places. The board shows the
          first of each; {leftOut === 1 ? 'one key was' : `${leftOut} keys were`} left out.
        </output>
      </Dialog>
    );

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
          Paste raw data from keyboard-layout-editor.com, the text of a gist or a VIA definition, or
          choose a file.
        </p>
        <DropZone
          label="KLE file"
          accept=".json,application/json,text/plain"
          onFile={(file) => void read(file)}
          button="Choose a file"
          note={fileName ?? 'Or drop one here. It stays in your browser.'}
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
