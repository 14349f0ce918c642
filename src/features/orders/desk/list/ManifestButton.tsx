import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { succeed } from '#shared/result.ts';
import type { LeftOut } from '../../model/packing-slip.ts';
import { readManifest } from '../../store/desk-manifest.ts';

type Props = { readonly onLeftOut: (left: readonly LeftOut[]) => void };

export const ManifestButton = ({ onLeftOut }: Props) => (
  <ExportButton
    fileName="manifest.csv"
    label="Download manifest of packed parcels"
    onExport={async (signal, onProgress) => {
      onLeftOut([]);
      const read = await readManifest(signal, onProgress);
      if (!read.ok) return read;
      onLeftOut(read.value.left);
      return succeed(read.value.parts);
    }}
  />
);
