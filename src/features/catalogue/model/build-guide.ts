interface ProductFile {
  readonly kind: string;
  readonly mediaType: string;
}

/** The one of a product's files that has a page of its own instead of a download. */
export function guideOf<File extends ProductFile>(files: readonly File[]): File | null {
  const isPage = ({ kind, mediaType }: File) =>
    kind === 'build_guide' && mediaType === 'text/markdown';
  return files.find(isPage) ?? null;
}

export interface GuidePart {
  readonly title: string;
  readonly text: string;
}

/** Its text by headings of the second rank; the page has a heading of the first rank already. */
export function partsOfGuide(text: string): {
  readonly lead: string;
  readonly parts: readonly GuidePart[];
} {
  const [lead = '', ...rest] = text.replace(/^\s*# .*\n/, '').split(/^## +/m);
  const parts = rest.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { title: title.trim(), text: lines.join('\n').trim() };
  });
  return { lead: lead.trim(), parts };
}
