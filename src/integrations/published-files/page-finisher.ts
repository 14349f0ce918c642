/**
 * All that is done to a page after it was rendered, in its order, for whole builds and for single pages
 * alike. Invariant: the same rendered page comes out as the same bytes.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createScriptGraph, filesLater } from './late-files.ts';
import { createPageStyles } from './page-styles.ts';
import { createStyleTidier } from './tidy-styles.ts';

export interface PageFinisher {
  readonly finish: (html: string) => string;
  /** Writes the sheets that finished pages ask for and are not there yet; gives their names. */
  readonly writeSheets: (folder: string) => readonly string[];
}

/** `scripts` is the folder of a site of the same build. */
export function createPageFinisher(scripts: string, agreedStyles: string[]): PageFinisher {
  const tidy = createStyleTidier(agreedStyles);
  const styles = createPageStyles();
  const standsOn = createScriptGraph(scripts);
  const finish = (rendered: string): string => {
    const { html, lateSheets } = styles.place(tidy(rendered));
    return filesLater(html, lateSheets, standsOn);
  };
  const writeSheets = (folder: string): readonly string[] => {
    const missing = [...styles.sheets].filter(([name]) => !existsSync(path.join(folder, name)));
    for (const [name, css] of missing) writeFileSync(path.join(folder, name), css);
    return missing.map(([address]) => address.slice(1));
  };
  return { finish, writeSheets };
}
