/** A PDF as pdf.js reads it, which has nothing in common with the library that draws documents. */
import { getDocumentProxy } from 'unpdf';

export interface ReadPdf {
  readonly pages: number;
  /** The lines of all pages, from top to bottom. */
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
}

interface Attached {
  readonly filename: string;
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    const texts: string[] = [];
    for (let each = 1; each <= pdf.numPages; each += 1) {
      const { items } = await (await pdf.getPage(each)).getTextContent();
      texts.push(
        items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
      );
    }
    const attached = (await pdf.getAttachments()) as ReadonlyMap<string, Attached> | null;
    const files: Record<string, string> = {};
    for (const [id, { filename }] of attached ?? []) {
      const content = await pdf.getAttachmentContent(id);
      if (content === null) throw new Error(`${filename} is empty`);
      files[filename] = new TextDecoder('utf-8', { fatal: true }).decode(content);
    }
    return { pages: pdf.numPages, text: texts.join('\n'), files };
  } finally {
    await pdf.loadingTask.destroy();
  }
}
