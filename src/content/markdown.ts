import { fillText } from '#shared/filled-text.ts';
import { markdown } from '#shared/markdown.ts';
import { unbroken } from '#shared/unbroken.ts';
import { oncePerBuild, rowsOf } from './rows.ts';

export class SettingUnknown extends Error {}

// The policy of the pages allows no style attribute, which is how columns are aligned otherwise.
for (const cell of ['th_open', 'td_open'] as const) {
  markdown.renderer.rules[cell] = (tokens, index, options, _env, renderer) => {
    const token = tokens[index];
    const side = /text-align:(right|center)/.exec(String(token?.attrGet('style') ?? ''))?.[1];
    if (token) {
      token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
      if (side !== undefined) token.attrSet('class', `align-${side}`);
    }
    return renderer.renderToken(tokens, index, options);
  };
}

declare global {
  /** A builder that has rendered most texts before finds them again by this. */
  var keywrightMarkdown: ((text: string, render: (text: string) => string) => string) | undefined;
}

/** Fills in the settings and renders; the build fails on a name that is no setting. */
export const readMarkdown = oncePerBuild(async () => {
  const fill = await readFilledText();
  const render = (text: string) => markdown.render(unbroken(text));
  return (text: string): string => {
    const filled = fill(text);
    return globalThis.keywrightMarkdown?.(filled, render) ?? render(filled);
  };
});

/** A number of the shop for a page that counts with it, not only tells it. */
export async function readSetting(key: string): Promise<number> {
  const setting = (await rowsOf('settings')).find((row) => row.key === key);
  if (setting) return setting.value;
  throw new SettingUnknown(`A page counts with the setting "${key}", and the table has none.`);
}

export const readFilledText = oncePerBuild(async () => {
  const settings = new Map((await rowsOf('settings')).map((row) => [row.key, row]));
  return (text: string): string =>
    fillText(
      text,
      (key) => settings.get(key),
      (key) => {
        throw new SettingUnknown(
          `A text names the setting "${key}", and the table settings has none.`,
        );
      },
    );
});
