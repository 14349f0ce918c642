import path from 'node:path';

/** Says which file and line Postgres refused. */
export class MigrationFailed extends Error {}

export function fileRefused(file: string, text: string, error: unknown): MigrationFailed {
  const { message, position } = error as { message: string; position?: string };
  const line = position ? ` at line ${text.slice(0, Number(position)).split('\n').length}` : '';
  const sentence = `${path.basename(file)} could not be applied${line}: ${message}`;
  return new MigrationFailed(sentence, { cause: error });
}
