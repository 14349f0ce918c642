import { useStore } from '@nanostores/react';
import type { RowOf } from '#desk-kit/store/desk-table.ts';
import type { productTable } from '../store/desk-products.ts';
import { $publishedPictures } from '../store/published-pictures.ts';
import own from './editor.module.css';

/** A product in a table: the picture that shoppers see, and its title. */
export function ProductName({ row: { values } }: { readonly row: RowOf<typeof productTable> }) {
  const file = useStore($publishedPictures)?.get(values.url);
  return (
    <span className={own['named']}>
      {file ? <img src={file} alt="" loading="lazy" width="40" height="30" /> : <i />}
      {values.title}
    </span>
  );
}
