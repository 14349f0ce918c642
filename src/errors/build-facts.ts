import { version } from '../../package.json';

export const release = `keywright@${version}`;

/** Each page carries the id of the build that made it. */
export function readBuildId(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="build-id"]')?.content ?? 'unknown';
}
