/** Invariant: every product whose files hold a build guide has it as a page, below its own. */
import { guideOf, partsOfGuide } from '#features/catalogue/model/build-guide.ts';
import { routes } from '#routes.ts';
import { categoryLink } from '../category-links.ts';
import { readCatalogue, type WholeProduct } from '../catalogue.ts';
import { publishedLegal } from '../legal-links.ts';
import { readMarkdown } from '../markdown.ts';
import type { KeptEntry } from '../page-entry.ts';
import { pictureOf, shareImageOf, type Picture } from '../pictures/picture-of.ts';
import { oncePerBuild } from '../rows.ts';

export interface GuideData {
  readonly url: string;
  /** Of its layers, where there is one. */
  readonly picture: Picture | null;
  readonly leadHtml: string;
  readonly parts: readonly { readonly title: string; readonly html: string }[];
}

async function guideEntry(product: WholeProduct): Promise<readonly KeptEntry<GuideData>[]> {
  const guide = guideOf(product.files);
  if (guide === null) return [];
  const toHtml = await readMarkdown();
  const { lead, parts } = partsOfGuide(guide.content);
  const { title, path, url, category, images } = product;
  const picture = images.find(({ render }) => render?.['view'] === 'exploded') ?? images[0];
  return [
    {
      path: routes.guide(path),
      kind: 'guide',
      title: `${guide.title}: ${title}`,
      description: `How to put the ${title} together: tools, parts and every step, to read at the bench or to print.`,
      crumbs: [
        { label: 'Home', path: routes.home },
        categoryLink(category),
        { label: title, path },
      ],
      shareImage: shareImageOf(images[0]),
      isPublic: true,
      legal: await publishedLegal(),
      data: {
        url,
        picture: picture === undefined ? null : pictureOf(picture),
        leadHtml: toHtml(lead),
        parts: parts.map((part) => ({ title: part.title, html: toHtml(part.text) })),
      },
    },
  ];
}

async function guidesOf(kind: WholeProduct['kind']): Promise<KeptEntry<GuideData>[]> {
  const { products } = await readCatalogue();
  const guides = await Promise.all(products.filter((one) => one.kind === kind).map(guideEntry));
  return guides.flat();
}

export const keyboardGuides = oncePerBuild(() => guidesOf('keyboard'));
export const goodsGuides = oncePerBuild(() => guidesOf('product'));
