import { useStore } from '@nanostores/react';
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { $publishedPictures } from '../store/published-pictures.ts';
import own from './editor.module.css';

/** A product in a table: the picture that shoppers see, and its title. */
export function ProductName({ row }: { readonly row: DeskRow }) {
  const file = useStore($publishedPictures)?.get(textOf(row, 'url'));
  return (
    <span className={own['named']}>
      {file ? <img src={file} alt="" loading="lazy" width="40" height="30" /> : <i />}
      {textOf(row, 'title')}
    </span>
  );
}
