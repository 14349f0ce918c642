/**
 * Says which function of the API lacks one of its three twins: the SQL file, the TypeScript function
 * and the test.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface Twins {
  readonly sqlFiles: readonly string[];
  readonly testFiles: readonly string[];
  /** All modules that ask the backend, and the edge functions, which alone call what the service may. */
  readonly backendSource: string;
}

export function missingTwins(functionNames: readonly string[], twins: Twins): string[] {
  const needed = functionNames.flatMap((name) => {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const declared = new RegExp(`export (async )?(function|const) ${camel}\\b`);
    return [
      twins.sqlFiles.includes(`${name}.sql`)
        ? ''
        : `${name}: no rpc/${name}.sql in supabase/schemas`,
      twins.testFiles.includes(`${name.replaceAll('_', '-')}.test.ts`)
        ? ''
        : `${name}: no ${name.replaceAll('_', '-')}.test.ts in tests/database`,
      declared.test(twins.backendSource)
        ? ''
        : `${name}: no api of src and no function of supabase/functions exports ${camel}`,
    ];
  });
  const orphans = twins.sqlFiles
    .filter((file) => !functionNames.includes(file.replace(/\.sql$/, '')))
    .map((file) => `${file}: there is no such function in schema public`);
  return [...needed, ...orphans].filter((fault) => fault !== '');
}

export async function readTwins(projectFolder: string): Promise<Twins> {
  const list = async (pattern: string) =>
    (await Array.fromAsync(glob(pattern, { cwd: projectFolder }))).map((file) =>
      path.basename(file),
    );
  const modules = await Array.fromAsync(
    glob(['src/{shared/backend,**/api}/*.ts', 'supabase/functions/**/*.ts'], {
      cwd: projectFolder,
    }),
  );
  const sources = await Promise.all(
    modules
      .filter((name) => !name.endsWith('database.types.ts'))
      .map((name) => readFile(path.join(projectFolder, name), 'utf8')),
  );
  return {
    sqlFiles: await list('supabase/schemas/*/rpc/*.sql'),
    testFiles: await list('tests/database/**/*.test.ts'),
    backendSource: sources.join('\n'),
  };
}
