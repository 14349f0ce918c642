import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { lateMark } from './split-styles.ts';

/** A sheet that begins with this comment, after that of its chunk, is late as a whole; a part of one is marked with `lateMark`. */
const comment = /^\s*(?:\/\* chunk: [a-z]+ \*\/\s*)?\/\* late: ([a-z]+) \*\//;
const styleOfComponent = /^(.+\.astro)\?.*type=style&index=(\d+)/;

/** The compiler drops comments, so a component's styles are read where they were written. */
function sourceOf(css: string, id: string): string {
  const [, file, index] = styleOfComponent.exec(id) ?? [];
  if (file === undefined) return id.endsWith('.css') ? css : '';
  return readFileSync(file, 'utf8').split(/<style\b[^>]*>/)[Number(index) + 1] ?? '';
}

/**
 * Takes sheets that a page's first picture does not need out of it: what scripts draw or unhide, and
 * what is below the first screen (`data-below` hides it until its styles are there). The sheet says so
 * itself: `yes` is late everywhere, another word on the pages that have it below their first screen.
 * A page that is read without script asks for the late sheet by itself.
 */
export function lateStyles(): Plugin {
  return {
    name: 'keywright:late-styles',
    enforce: 'pre',
    apply: 'build',
    transform(css, id) {
      const where = comment.exec(sourceOf(css, id))?.[1];
      if (where === undefined) return null;
      return { code: `@supports ${lateMark(where)} {\n${css}\n}`, map: null };
    },
  };
}
