import { sights } from '../model/colour-blind.ts';

/** The filters that the stage names: one per way of seeing. */
export function Sights() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="visually-hidden">
      {Object.entries(sights).map(([name, rows]) => (
        <filter key={name} id={`sight-${name}`} colorInterpolationFilters="linearRGB">
          <feColorMatrix
            type="matrix"
            values={[...rows.map((row) => `${row.join(' ')} 0 0`), '0 0 0 1 0'].join(' ')}
          />
        </filter>
      ))}
    </svg>
  );
}
