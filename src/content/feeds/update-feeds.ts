import { pageAddress } from '../page-address.ts';
import { readNews } from '../news.ts';
import { newestFirst } from '../catalogue.ts';
import { routes } from '#routes.ts';
import type { Feed } from './feed-files.ts';

export async function updateFeed(site: URL): Promise<Feed> {
  const news = (await readNews()).toSorted(newestFirst);
  return {
    title: 'Keywright: production updates',
    description: 'What happened in each batch: stages reached, dates changed, and why.',
    home: routes.updates,
    rssPath: '/updates/feed.xml',
    jsonPath: '/updates/feed.json',
    entries: news.flatMap(({ url, title, summary, bodyHtml: html, author, publishAt, products }) =>
      publishAt === null
        ? []
        : [
            {
              id: null,
              link: pageAddress(routes.update(url), site),
              title,
              summary,
              html,
              author,
              at: publishAt,
              about: products.map((product) => product.title),
            },
          ],
    ),
  };
}
