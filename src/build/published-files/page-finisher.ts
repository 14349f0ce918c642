/**
 * All that is done to a page after it was rendered, in its order, for whole builds and for single pages
 * alike. Invariant: the same rendered page comes out as the same bytes.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from '#content/payload-text.ts';
import { createScriptGraph, filesLater } from './late-files.ts';
import { withoutDownloads } from '#content/page-downloads.ts';
import { createPageStyles, type PutFile } from './page-styles.ts';
import { withLinkedPages, type PageLinks } from '../languages/linked-pages.ts';
import { withoutQuotedMarkup } from './quoted-markup.ts';
import { createStyleTidier } from './tidy-styles.ts';

export interface PageFinisher {
  readonly finish: (html: string) => string;
  /** Writes the files that finished pages ask for and are not there yet; gives their names. */
  readonly writeFiles: (folder: string) => readonly string[];
}

const endings = { styles: 'css', island: 'js', file: 'txt' } as const;

/** `scripts` is the folder of a site of the same build. */
export function createPageFinisher(
  scripts: string,
  agreedStyles: string[],
  links: PageLinks,
): PageFinisher {
  const tidy = createStyleTidier(agreedStyles);
  const files = new Map<string, string>();
  const put: PutFile = (text, kind) => {
    const address = `/_astro/${kind}.${hashOf(text).slice(0, 12)}.${endings[kind]}`;
    files.set(address, text);
    return address;
  };
  const styles = createPageStyles(put);
  const standsOn = createScriptGraph(scripts);
  const finish = (rendered: string): string => {
    const { html, lateSheets } = styles.place(
      tidy(withoutQuotedMarkup(withLinkedPages(rendered, links))),
    );
    const light = withoutDownloads(html, (text) => put(text, 'file'));
    return filesLater(light, lateSheets, standsOn);
  };
  const writeFiles = (folder: string): readonly string[] => {
    const missing = [...files].filter(([name]) => !existsSync(path.join(folder, name)));
    for (const [name, text] of missing) writeFileSync(path.join(folder, name), text);
    return missing.map(([address]) => address.slice(1));
  };
  return { finish, writeFiles };
}
