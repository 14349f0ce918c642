/** Colours by the names that options give them, about. */
const colours: Readonly<Record<string, string>> = {
  black: '#1b1b1d',
  blue: '#2f5fa8',
  brown: '#6f4b32',
  copper: '#b0683f',
  cream: '#efe4cc',
  dawn: '#e8b48f',
  dusk: '#4d4a6b',
  gold: '#c9a24a',
  graphite: '#43464a',
  green: '#3f7a4f',
  grey: '#85878a',
  gray: '#85878a',
  ivory: '#f3ecdc',
  lavender: '#a99bd0',
  moss: '#5e6b45',
  navy: '#22304f',
  olive: '#6c6a3c',
  orange: '#d97a32',
  pink: '#dd94a8',
  purple: '#6a4b93',
  red: '#b23a3a',
  rose: '#cf8f96',
  sand: '#d8c6a5',
  silver: '#b9bcc0',
  slate: '#56616b',
  teal: '#2d7a7c',
  white: '#f5f5f2',
  yellow: '#dfc24a',
};

const unknown = '#8c8f94';

/** @example colourOfName('Deep navy') // '#22304f' */
export function colourOfName(name: string): string {
  const words = name.toLowerCase().split(/[^a-z]+/);
  const known = words.findLast((word) => colours[word] !== undefined);
  return known === undefined ? unknown : (colours[known] ?? unknown);
}
