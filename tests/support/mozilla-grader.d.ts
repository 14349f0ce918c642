/** The parts of Mozilla's grader that the tests use; the package brings no types of its own. */
declare module '@mdn/mdn-http-observatory/src/types.js' {
  export class Requests {
    constructor(hostname: string);
    resources: { path: string | null };
    responses: { auto: unknown; http: unknown; https: unknown };
    session: unknown;
  }
}
declare module '@mdn/mdn-http-observatory/src/grader/grader.js' {
  export function getScoreModifier(result: string): number;
  export function getGradeForScore(score: number): { readonly grade: string };
}
declare module '@mdn/mdn-http-observatory/src/constants.js' {
  import type { Requests } from '@mdn/mdn-http-observatory/src/types.js';
  type Finding = { readonly pass: boolean; readonly result: string };
  export const ALL_TESTS: readonly ((requests: Requests) => Finding)[];
}
