import { textChange } from '../model/text-change.ts';
import own from './difference.module.css';

type Props = { readonly before: string; readonly after: string };

/** What was struck out and what was written, with a little of what stands around them. */
export function Difference({ before, after }: Props) {
  const { lead, rest, ...changed } = textChange(before, after);
  return (
    <span className={own['difference']}>
      {lead}
      {(changed.before !== '' || before === '') && (
        <del>
          <span className="visually-hidden">before: </span>
          {changed.before || 'nothing'}
        </del>
      )}{' '}
      {(changed.after !== '' || after === '') && (
        <ins>
          <span className="visually-hidden">after: </span>
          {changed.after || 'nothing'}
        </ins>
      )}
      {rest}
    </span>
  );
}
