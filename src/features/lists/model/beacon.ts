/**
 * What is known of the public beacon that decides raffles; its key is pinned here and nowhere else.
 */

/** drand quicknet, as its operators publish it. */
export const beacon = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  domainSeparation: 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_',
  genesisSeconds: 1_692_803_367,
  periodSeconds: 3,
} as const;

/** When a round comes. */
export function roundTime(round: number): Date {
  return new Date((beacon.genesisSeconds + (round - 1) * beacon.periodSeconds) * 1000);
}
