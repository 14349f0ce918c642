import { useState } from 'react';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { succeed } from '#shared/result.ts';
import { Notice } from '#ui/react/Notice.tsx';
import { leftWords, type LeftOut } from '../../model/packing-slip.ts';
import { readManifest } from '../../store/desk-manifest.ts';

export function ManifestButton() {
  const [left, setLeft] = useState<readonly LeftOut[]>([]);
  return (
    <>
      <ExportButton
        fileName="manifest.csv"
        label="Download manifest of packed parcels"
        onExport={async (signal, onProgress) => {
          setLeft([]);
          const read = await readManifest(signal, onProgress);
          if (!read.ok) return read;
          setLeft(read.value.left);
          return succeed(read.value.parts);
        }}
      />
      {left.length > 0 && <Notice tone="caution">{leftWords(left)}</Notice>}
    </>
  );
}
