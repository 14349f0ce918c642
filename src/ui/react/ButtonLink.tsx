import type { ComponentProps } from 'react';
import styles from '../styles/button.module.css';

type Props = ComponentProps<'a'> & {
  readonly look?: 'primary' | 'plain' | 'quiet';
  readonly size?: 'normal' | 'small';
  readonly wide?: boolean;
};

/** Goes somewhere, and looks like the key that does. */
export function ButtonLink({
  look = 'plain',
  size = 'normal',
  wide = false,
  children,
  ...rest
}: Props) {
  const classes = [
    styles['button'],
    look !== 'plain' && styles[look],
    size === 'small' && styles['small'],
    wide && styles['wide'],
  ];
  return (
    <a {...rest} className={classes.filter(Boolean).join(' ')}>
      {children}
    </a>
  );
}
