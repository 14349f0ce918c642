import { useEffect, useRef, useState } from 'react';
import { Field } from '#ui/react/Field.tsx';
import type { MediaList } from '../../store/desk-media.ts';

/** Whoever types on is not asked for each letter. */
const settleMs = 250;

/** Pictures follow what is typed. */
export function MediaSearch({ list }: { readonly list: MediaList }) {
  const [text, setText] = useState('');
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(due.current), []);
  return (
    <Field
      label="Search"
      type="search"
      placeholder="File name, alt text or product"
      maxLength={100}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        clearTimeout(due.current);
        due.current = setTimeout(() => void list.ask({ search: value.trim() }), settleMs);
      }}
    />
  );
}
