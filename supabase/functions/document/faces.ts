/**
 * The faces that print every name: the shop's own for Latin, others for what it does not have. Only those
 * that a document needs are read. Where they come from and under which licences: fonts/README.md.
 */
import fontkit from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

export type Weight = 'regular' | 'bold';

export interface Run {
  readonly text: string;
  readonly font: PDFFont;
}

export interface Faces {
  readonly runs: (text: string, weight: Weight) => readonly Run[];
  readonly width: (text: string, weight: Weight, size: number) => number;
}

/** Which signs are worth opening a face for: one of them alone has two megabytes. */
const scripts: Readonly<Record<string, RegExp>> = {
  'noto-hebrew': /[\u0590-\u05ff\ufb1d-\ufb4f]/,
  'noto-arabic': /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]/,
  'noto-thai': /[\u0e00-\u0e7f]/,
  'noto-devanagari': /[\u0900-\u097f]/,
  'nanum-hangul': /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/,
  'droid-cjk': /[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\uff00-\uffef]/,
};
const chainOf = (weight: Weight): readonly string[] => [
  ...['latin', 'latin-ext', 'vietnamese'].map((part) => `hanken-${part}-${weight}`),
  `noto-${weight}`,
  ...Object.keys(scripts),
];

/** The text of a document in the faces that have it; a sign that none has is printed as a question mark. */
export async function loadFaces(
  pdf: PDFDocument,
  texts: readonly string[],
  readFont: (name: string) => Promise<Uint8Array>,
): Promise<Faces> {
  pdf.registerFontkit(fontkit);
  const signs = new Set(texts.join(' ').normalize('NFC') + ' ?');
  const loaded: Record<Weight, { font: PDFFont; signs: ReadonlySet<number> }[]> = {
    regular: [],
    bold: [],
  };
  const known = new Map<string, { font: PDFFont; signs: ReadonlySet<number> }>();
  for (const weight of ['regular', 'bold'] as const) {
    let missing = [...signs].map((sign) => sign.codePointAt(0) ?? 0);
    for (const name of chainOf(weight)) {
      const isWorthIt = (sign: number) => scripts[name]?.test(String.fromCodePoint(sign)) ?? true;
      if (!missing.some(isWorthIt)) continue;
      let face = known.get(name);
      if (face === undefined) {
        const font = await pdf.embedFont(await readFont(name), { subset: true, customName: name });
        face = { font, signs: new Set(font.getCharacterSet()) };
        known.set(name, face);
      }
      const has = face.signs;
      if (!missing.some((sign) => has.has(sign))) continue;
      loaded[weight].push(face);
      missing = missing.filter((sign) => !has.has(sign));
    }
  }
  const runs = (text: string, weight: Weight): readonly Run[] => {
    const faces = loaded[weight];
    const parts: { text: string; face: (typeof faces)[number] }[] = [];
    for (const typed of text.normalize('NFC')) {
      const code = typed.codePointAt(0) ?? 0;
      const last = parts.at(-1);
      // Words of one script stay together, with the spaces between them: some are read from the right.
      const goesOn = last !== undefined && last.face !== faces[0] && last.face.signs.has(code);
      const face = goesOn ? last.face : faces.find(({ signs: has }) => has.has(code));
      const sign = face === undefined ? '?' : typed;
      const shown = face ?? faces[0];
      if (shown === undefined) continue;
      if (last?.face === shown) last.text += sign;
      else parts.push({ text: sign, face: shown });
    }
    return parts.map((part) => ({ text: part.text, font: part.face.font }));
  };
  return {
    runs,
    width: (text, weight, size) =>
      runs(text, weight).reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0),
  };
}
