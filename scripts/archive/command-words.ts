/** What follows the name of a command. */
import { parseArgs } from 'node:util';
import { ArchiveRefused } from './archive-key.ts';

export interface CommandWords {
  readonly file: string | null;
  readonly to: string | null;
  readonly isDryRun: boolean;
  readonly flags: ReadonlySet<string>;
}

const options = {
  to: { type: 'string' },
  'dry-run': { type: 'boolean' },
  replace: { type: 'boolean' },
  drill: { type: 'boolean' },
  live: { type: 'boolean' },
  settings: { type: 'string' },
} as const;

/** npm keeps `--dry-run` for itself where no `--` stands before it. */
export function readCommandWords(allowed: readonly string[]): CommandWords {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      options,
      allowPositionals: true,
    });
    const unknown = Object.keys(values).find((name) => !allowed.includes(name));
    if (unknown !== undefined) throw new Error(`--${unknown} says nothing to this command.`);
    const flags = new Set(Object.keys(values));
    return {
      file: positionals[0] ?? null,
      to: values.to ?? values.settings ?? null,
      isDryRun: flags.has('dry-run') || process.env['npm_config_dry_run'] === 'true',
      flags,
    };
  } catch (error) {
    throw new ArchiveRefused((error as Error).message);
  }
}
