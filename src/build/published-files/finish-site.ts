/**
 * The last step of every build, whole or in parts: it draws what is missing and writes the files that
 * hosts and open tabs read. Invariant: a site that is not consistent is never finished.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { publishPictures, type PictureOptions } from '../pictures/publish-pictures.ts';
import { previewPage } from '../page-preview/preview-page.ts';
import { captchaPage, type Captcha } from './captcha-page.ts';
import { writeBuildMeta } from './build-meta.ts';
import { commonPolicy, type PolicyHosts } from './content-security-policy.ts';
import { headersFile } from './headers-file.ts';
import { inlineOf, placePolicies, unionOf } from './place-policies.ts';
import type { PageLinks } from '../languages/linked-pages.ts';
import type { PageFacts } from './published-pages.ts';
import { keepSiteFacts } from './site-facts.ts';

export interface FinishOptions {
  readonly links: PageLinks;
  readonly hosts: PolicyHosts;
  readonly pictures: PictureOptions;
  /** Null where the shop has none. */
  readonly captcha: Captcha | null;
  /** Where the next build looks for what is known of this one. */
  readonly cacheFolder: string;
}

export interface WrittenSite {
  readonly folder: string;
  /** By file. */
  readonly pages: ReadonlyMap<string, PageFacts>;
  /** Named by files that are no pages. */
  readonly morePictures: readonly string[];
  readonly agreedStyles: readonly string[];
}

/** Gives the build's id. */
export async function finishSite(
  { folder, pages, morePictures, agreedStyles }: WrittenSite,
  { hosts, pictures, captcha, cacheFolder }: FinishOptions,
  say: (sentence: string) => void,
): Promise<string> {
  const facts = [...pages.values()];
  const names = unionOf([...facts.map((page) => page.pictures), morePictures]);
  await publishPictures(pictures, folder, names, say);
  const policy = commonPolicy(hosts, inlineOf(facts));
  const question = captcha === null ? null : captchaPage(captcha);
  if (question !== null) writeFileSync(path.join(folder, 'captcha.html'), question.html);
  const preview = previewPage(hosts, inlineOf(facts).scripts);
  const previewFile = path.join(folder, 'preview.html');
  // A build in parts takes it over, and its bytes are those of the live site.
  if (!existsSync(previewFile)) writeFileSync(previewFile, preview.html);
  const headers = headersFile(
    policy,
    placePolicies({ ...hosts, showsCaptcha: captcha !== null }, facts),
    { captcha: question?.policy, preview: preview.policy },
  );
  writeFileSync(path.join(folder, '_headers'), headers);
  const published = facts
    .flatMap(({ page }) => page ?? [])
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const id = await writeBuildMeta(folder, published);
  keepSiteFacts(cacheFolder, { id, agreedStyles, pages });
  say(`Build ${id}: ${published.length} pages`);
  return id;
}
