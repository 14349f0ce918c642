import type { LiveProject } from './live-project.ts';

export interface Finding {
  readonly level: 'ok' | 'warning' | 'fault';
  readonly text: string;
  /** What to do about it; empty where all is well. */
  readonly wayOut: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text, wayOut: '' });
export const warning = (text: string, wayOut: string): Finding => ({
  level: 'warning',
  text,
  wayOut,
});
export const fault = (text: string, wayOut: string): Finding => ({ level: 'fault', text, wayOut });

export interface Check {
  readonly title: string;
  look(project: LiveProject): Promise<readonly Finding[]>;
}
