import styles from '#ui/styles/desk.module.css';

export function ColourSwatch({ colour }: { readonly colour: string }) {
  return (
    <svg className={styles['swatch']} viewBox="0 0 8 8" aria-hidden="true">
      <rect width="8" height="8" fill={/^#[0-9a-f]{6}$/.test(colour) ? colour : 'none'} />
    </svg>
  );
}
