// chunk: controls
import type { ComponentProps } from 'react';
import styles from '../styles/button.module.css';

type Props = ComponentProps<'button'> & {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'small';
  readonly wide?: boolean;
  /** A small quiet key that begins a line: its words stand at the edge of what is around it. */
  readonly flush?: boolean;
  /** Work is under way: the key stays where it is, says so, and does not act twice. */
  readonly pending?: boolean;
};

export function Button({
  look = 'plain',
  size = 'normal',
  wide = false,
  flush = false,
  pending = false,
  className,
  onClick,
  ...rest
}: Props) {
  const classes = [
    styles['button'],
    look !== 'plain' && styles[look],
    size === 'small' && styles['small'],
    wide && styles['wide'],
    flush && styles['flush'],
    pending && styles['pending'],
    className,
  ];
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    />
  );
}
