/** Invariant: each country has one tile, and each tile one country. */

const rows: readonly string[] = [
  '.. .. .. .. GL .. .. .. IS .. .. .. NO SE FI .. .. .. RU .. .. .. .. ..',
  '.. CA .. .. .. .. .. .. IE GB .. .. DK .. EE .. .. .. .. .. .. .. .. ..',
  '.. US .. .. .. .. .. .. .. .. NL DE PL LT LV BY .. .. KZ .. MN .. .. ..',
  '.. MX .. .. .. .. .. .. .. BE LU CZ SK UA MD .. GE .. UZ KG CN KP .. JP',
  'GT BZ .. CU .. .. .. .. .. FR LI AT HU RO .. .. AM AZ TM TJ .. KR .. ..',
  'SV HN HT DO PR .. .. PT ES CH SI HR RS BG .. TR .. IR AF .. .. .. .. ..',
  'NI CR PA JM TT .. .. .. AD MC IT BA ME MK GR .. SY IQ PK NP BT HK TW ..',
  '.. CO VE .. .. .. .. MA DZ TN MT AL .. .. CY LB JO KW IN BD MM LA MO ..',
  '.. EC GY SR GF .. .. MR ML NE LY EG .. .. IL SA QA BH LK .. TH VN PH ..',
  '.. PE BR .. .. .. CV SN BF NG TD SD ER .. YE OM AE .. MV .. KH .. .. PW',
  '.. BO PY .. .. .. GM GN GH BJ CM CF SS DJ .. .. .. .. .. .. MY SG BN ..',
  '.. CL UY .. .. .. SL LR CI TG GQ CD UG ET SO .. .. .. .. .. ID TL PG SB',
  '.. AR .. .. .. .. .. .. ST GA CG RW BI KE SC .. .. .. .. .. .. .. FJ VU',
  '.. FK .. .. .. .. .. .. .. .. AO ZM MW TZ KM .. .. .. .. .. AU .. NC TO',
  '.. .. .. .. .. .. .. .. .. .. NA BW ZW MZ MG MU .. .. .. .. .. .. .. ..',
  '.. .. .. .. .. .. .. .. .. .. ZA LS SZ .. .. .. .. .. .. .. .. .. NZ ..',
];

export interface WorldTile {
  readonly code: string;
  readonly column: number;
  readonly row: number;
}

export const worldTiles: readonly WorldTile[] = rows.flatMap((line, row) =>
  line
    .split(' ')
    .map((code, column) => ({ code, column, row }))
    .filter(({ code }) => code !== '..'),
);

export const worldSize = { columns: 24, rows: rows.length } as const;

/** Those that the map does not know stand in a row of their own below it. */
export function tilesFor(codes: readonly string[]): readonly WorldTile[] {
  const known = new Set(worldTiles.map(({ code }) => code));
  const others = codes.filter((code) => !known.has(code));
  return [
    ...worldTiles,
    ...others.map((code, index) => ({
      code,
      column: index % worldSize.columns,
      row: worldSize.rows + 1 + Math.floor(index / worldSize.columns),
    })),
  ];
}
