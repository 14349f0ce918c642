export const toZulu = (time: string): string => time.replace(/\+00:00$/, 'Z');

export function presentTimes(
  times: Readonly<Record<string, string | null>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, time]) => (time === null ? [] : [[name, toZulu(time)]])),
  );
}
