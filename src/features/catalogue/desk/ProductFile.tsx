import { FileDrop } from '#desk-kit/ui/FileDrop.tsx';
import { useState } from 'react';
import type { RowPatch } from '#desk-kit/model/table-edit.ts';
import { savedName } from '../model/saved-name.ts';
import styles from '#ui/styles/desk.module.css';

/** Browsers name no type for most of them. */
const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
};

const most = 65_536;

type Props = { readonly onFile: (patch: RowPatch) => void };

/** Takes name and content of a small text file. */
export function ProductFile({ onFile }: Props) {
  const [fault, setFault] = useState('');
  async function take(file: File) {
    const content = await file.text();
    const isText = !content.includes('\0') && !content.includes('\uFFFD');
    if (file.size > most || !isText)
      return setFault(isText ? 'It is larger than 64 kB.' : 'It is not a text.');
    setFault('');
    const file_name = savedName(file.name);
    const media_type = types[file_name.split('.').at(-1) ?? ''] ?? 'text/plain';
    onFile({ file_name, media_type, content });
  }
  return (
    <FileDrop
      label="Drop a file here, or choose one: a text of up to 64 kB"
      onFiles={([file]) => file && void take(file)}
    >
      {fault !== '' && (
        <p className={styles['fault']} role="alert">
          {fault}
        </p>
      )}
    </FileDrop>
  );
}
