import { tilesFor, worldSize } from '../model/world-tiles.ts';
import styles from './coverage-map.module.css';

export interface MappedCountry {
  readonly code: string;
  readonly name: string;
  readonly isServed: boolean;
  /** Places of its zones in the list of zones. */
  readonly zones: readonly number[];
}

type Props = {
  readonly countries: readonly MappedCountry[];
  readonly zones: readonly string[];
};

/** So many zones have a colour of their own; the rest share the last. */
const mostColours = 8;
const colourOf = (zone: number) => Math.min(zone, mostColours - 1) + 1;

function stateOf(country: MappedCountry | undefined): string {
  if (!country) return 'unknown';
  if (country.zones.length > 1) return 'twice';
  if (country.zones.length === 1) return country.isServed ? 'placed' : 'shut';
  return country.isServed ? 'lost' : 'shut';
}

function wordsOf(country: MappedCountry, zones: readonly string[]): string {
  const titles = country.zones.map((zone) => zones[zone]).join(' and ');
  const where = titles === '' ? 'in no zone' : titles;
  return `${country.name}: ${where}${country.isServed ? '' : ', not served'}`;
}

/** The table below says the same in words; here it is seen where. */
export function CoverageMap({ countries, zones }: Props) {
  const tiles = tilesFor(countries.map(({ code }) => code));
  const height = Math.max(...tiles.map(({ row }) => row)) + 1;
  const lost = countries.filter((country) => stateOf(country) === 'lost').length;
  const twice = countries.filter((country) => stateOf(country) === 'twice').length;
  return (
    <figure className={styles['figure']}>
      <svg
        className={styles['map']}
        viewBox={`0 0 ${worldSize.columns * 10} ${height * 10}`}
        role="img"
        aria-label={`World map of the zones: ${countries.length} countries, ${lost} served without a zone, ${twice} in two zones`}
      >
        {tiles.map(({ code, column, row }) => {
          const country = countries.find((each) => each.code === code);
          const state = stateOf(country);
          const zone = country?.zones[0];
          return (
            <g key={code} transform={`translate(${column * 10} ${row * 10})`} data-state={state}>
              {country && <title>{wordsOf(country, zones)}</title>}
              <rect
                x="0.4"
                y="0.4"
                width="9.2"
                height="9.2"
                rx="1.2"
                data-zone={zone === undefined ? undefined : colourOf(zone)}
              />
              {country && (
                <text x="5" y="6.5" textAnchor="middle">
                  {code}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption className={styles['legend']}>
        {zones.map((title, zone) => (
          <Key key={title} state="placed" zone={colourOf(zone)} words={title} />
        ))}
        <Key state="lost" words="Served, no zone" />
        <Key state="twice" words="In two zones" />
        <Key state="shut" words="Not served" />
      </figcaption>
    </figure>
  );
}

function Key(props: { readonly state: string; readonly zone?: number; readonly words: string }) {
  return (
    <span className={styles['key']}>
      <svg viewBox="0 0 10 10" width="18" height="18" aria-hidden="true" data-state={props.state}>
        <rect x="0.6" y="0.6" width="8.8" height="8.8" rx="1.2" data-zone={props.zone} />
      </svg>
      {props.words}
    </span>
  );
}
