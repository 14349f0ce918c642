/** Makes files of a design: pictures, KLE data and the list of caps. */
import { drawBoard } from '#drawing/board/draw-board.ts';
import { csvLine } from '#shared/csv.ts';
import { countCaps } from '#features/designs/model/design-counts.ts';
import { designBoard } from '#features/designs/model/design-picture.ts';
import { capPaint, layoutOf, legendPaint, type Design } from '#features/designs/model/design.ts';
import { toKle } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { saveFile } from '#ui/react/save-file.ts';
import { paintName } from './paint-actions.ts';

export type DesignFile = 'svg' | 'png' | 'kle' | 'csv';

const width = 1600;

export const designSvg = (design: Design, name: string): string =>
  drawBoard(designBoard(design, { width, title: name || 'A design', background: '#e9e6e1' }));

/** The layout in the design's colours, as other tools read it. */
export function designKle(design: Design, name: string): string {
  const layout = layoutOf(design);
  const keys = layout.keys.map((key, index) => ({
    ...key,
    colour: capPaint(design, index).hex,
    legends: key.legends.map((legend) => ({ ...legend, colour: legendPaint(design, index).hex })),
  }));
  const meta = name === '' ? layout.meta : { ...layout.meta, name };
  return JSON.stringify(toKle({ meta, keys }), null, 1);
}

export function designCsv(design: Design): string {
  const head = ['Row', 'Size', 'Cap', 'Cap on screen', 'Legend', 'Legend on screen', 'Caps'];
  const rows = countCaps(design).map(({ row, cap, legend, size, count }) =>
    csvLine([
      String(row),
      size,
      paintName(cap),
      cap.hex,
      paintName(legend),
      legend.hex,
      `${count}`,
    ]),
  );
  return csvLine(head) + rows.join('');
}

async function designPng(design: Design, name: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([designSvg(design, name)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth * 2, image.naturalHeight * 2);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function fileOf(kind: DesignFile, design: Design, name: string): Promise<Blob> {
  if (kind === 'png') return designPng(design, name);
  if (kind === 'svg') return new Blob([designSvg(design, name)], { type: 'image/svg+xml' });
  if (kind === 'kle') return new Blob([designKle(design, name)], { type: 'application/json' });
  return new Blob([designCsv(design)], { type: 'text/csv' });
}

const endings = { svg: 'svg', png: 'png', kle: 'kle.json', csv: 'csv' } as const;

export async function download(kind: DesignFile, design: Design, name: string): Promise<void> {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const file = await fileOf(kind, design, name);
  saveFile(`${plain || 'design'}.${endings[kind]}`, [file], file.type);
}
