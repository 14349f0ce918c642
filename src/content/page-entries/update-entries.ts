/** Invariant: an update names its neighbours about the same product, older and newer. */
import { stageShelf } from '#features/batches/model/batch-stage.ts';
import { readCatalogue } from '../catalogue.ts';
import { publishedLegal } from '../legal-links.ts';
import { readSetting } from '../markdown.ts';
import { readNews, type WholeUpdate } from '../news.ts';
import type { WholeBatch } from '../production.ts';
import { oncePerBuild } from '../rows.ts';
import { readPageTexts, type TextSection } from '../texts.ts';
import { routes } from '#routes.ts';
import { fixedPage } from '../fixed-pages.ts';
import type { KeptEntry, PageEntry } from '../page-entry.ts';
import { pictureOf, shareImageOf, type Picture } from '../pictures/picture-of.ts';

export interface UpdateSummary extends Omit<
  WholeUpdate,
  'body' | 'bodyHtml' | 'image' | 'imageId'
> {
  readonly path: string;
  readonly image: Picture | null;
}

export interface UpdateData {
  readonly update: UpdateSummary & { readonly bodyHtml: string };
  readonly older: { readonly path: string; readonly title: string } | null;
  readonly newer: { readonly path: string; readonly title: string } | null;
}

export interface RunningBatch
  extends
    Pick<WholeBatch, 'id' | 'title' | 'stage' | 'opensAt' | 'closesAt'>,
    Pick<WholeBatch, 'eta' | 'originalEta'> {
  readonly product: { readonly path: string; readonly title: string };
  readonly lastUpdateAt: string | null;
}

export interface UpdatesData {
  readonly updates: readonly UpdateSummary[];
  readonly running: readonly RunningBatch[];
  readonly texts: readonly TextSection[];
  /** After so long a running batch should have been written about. */
  readonly weeksBeforeSilence: number;
}

export function updateSummary(update: WholeUpdate): UpdateSummary {
  const { body: _body, bodyHtml: _html, imageId: _id, image, ...rest } = update;
  return {
    ...rest,
    path: routes.update(update.url),
    image: image === null ? null : pictureOf(image),
  };
}

async function readRunning(news: readonly WholeUpdate[]): Promise<readonly RunningBatch[]> {
  const { products } = await readCatalogue();
  const lastAbout = (batchId: string) =>
    news
      .filter((update) => update.batches.some((batch) => batch.batchId === batchId))
      .map((update) => update.publishAt ?? '')
      .toSorted((a, b) => a.localeCompare(b))
      .at(-1) ?? null;
  const running = products.flatMap(({ path, title, batches }) =>
    batches
      .filter(({ stage }) => (stageShelf(stage) ?? 'archive') !== 'archive')
      .map((batch) => ({
        id: batch.id,
        title: batch.title,
        stage: batch.stage,
        opensAt: batch.opensAt,
        closesAt: batch.closesAt,
        eta: batch.eta,
        originalEta: batch.originalEta,
        product: { path, title },
        lastUpdateAt: lastAbout(batch.id),
      })),
  );
  // What leaves next stands first; what has no date yet, last.
  return running.toSorted((a, b) => (a.eta?.date ?? '9').localeCompare(b.eta?.date ?? '9'));
}

export const updatesEntry = oncePerBuild(async (): Promise<PageEntry<UpdatesData>> => {
  const news = await readNews();
  return fixedPage('updates', {
    updates: news.map(updateSummary),
    running: await readRunning(news),
    texts: await readPageTexts('updates'),
    weeksBeforeSilence: await readSetting('weeks_before_silence'),
  });
});

export const updateEntries = oncePerBuild(async (): Promise<KeptEntry<UpdateData>[]> => {
  const news = await readNews();
  const byDate = news.toSorted((a, b) => (a.publishAt ?? '').localeCompare(b.publishAt ?? ''));
  const legal = await publishedLegal();
  return byDate.map((update, index) => ({ ...updateEntry(update, byDate, index), legal }));
});

function updateEntry(
  update: WholeUpdate,
  byDate: readonly WholeUpdate[],
  index: number,
): PageEntry<UpdateData> {
  const subjects = new Set(update.products.map((product) => product.id));
  const isAboutTheSame = (other: WholeUpdate) =>
    other.products.some((product) => subjects.has(product.id));
  const link = (other: WholeUpdate | undefined) =>
    other === undefined ? null : { path: routes.update(other.url), title: other.title };
  return {
    path: routes.update(update.url),
    kind: 'update',
    title: update.title,
    description: update.summary,
    crumbs: [
      { label: 'Home', path: routes.home },
      { label: 'Production updates', path: routes.updates },
    ],
    shareImage: shareImageOf(update.image),
    isPublic: true,
    data: {
      update: { ...updateSummary(update), bodyHtml: update.bodyHtml },
      older: link(byDate.slice(0, index).findLast(isAboutTheSame)),
      newer: link(byDate.slice(index + 1).find(isAboutTheSame)),
    },
  };
}
