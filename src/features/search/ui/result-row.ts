/** One thing that was found: its picture or its letter, its name, what it is. */
import type { Find, FindKind } from '../model/search-index.ts';
import { element } from '#ui/element.ts';
import styles from './search.module.css';

const kindWords: Readonly<Record<FindKind, string>> = {
  keyboard: 'Keyboard',
  product: 'Product',
  artisan: 'Artisan',
  update: 'Update',
  question: 'Question',
  page: 'Page',
};

function face({ picture, kind }: Find): HTMLElement {
  if (picture === '') {
    return element('span', { class: styles['face'] ?? '', 'aria-hidden': 'true' }, [
      kind === 'question' ? '?' : kindWords[kind].charAt(0),
    ]);
  }
  const size = { width: '56', height: '56', loading: 'lazy', decoding: 'async' };
  return element('img', { class: styles['face'] ?? '', src: picture, alt: '', ...size });
}

export function resultRow(find: Find, place: number): HTMLElement {
  const { kind, title, path, note, isArchived } = find;
  const what = isArchived ? `${kindWords[kind]}, archive` : kindWords[kind];
  return element(
    'a',
    {
      id: `search-result-${place}`,
      role: 'option',
      'aria-selected': 'false',
      href: path,
      tabindex: '-1',
      class: styles['row'] ?? '',
    },
    [
      face(find),
      element('span', { class: styles['text'] ?? '' }, [
        element('span', { class: styles['name'] ?? '' }, [title]),
        element('span', { class: styles['note'] ?? '' }, [note]),
      ]),
      element('span', { class: styles['kind'] ?? '' }, [what]),
    ],
  );
}
