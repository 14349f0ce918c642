/** What functions say of each event, a line of JSON each: kept in a file, since nobody reads them as they come. */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const mostBytes = 5_000_000;

export const isEvent = (line: string): boolean => line.startsWith('{"at":"') && line.endsWith('}');

export interface EventLog {
  write(line: string): void;
}

/** The newest lines are in `events.jsonl`, those before them in `events.former.jsonl`. */
export function createEventLog(dataFolder: string): EventLog {
  const file = path.join(dataFolder, 'events.jsonl');
  return {
    write(line) {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > mostBytes) renameSync(file, path.join(dataFolder, 'events.former.jsonl'));
      try {
        appendFileSync(file, `${line}\n`, { mode: 0o600 });
      } catch {
        // A full disk must not end the backend because of its diary.
      }
    },
  };
}
