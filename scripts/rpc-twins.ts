/**
 * Says which function of the API lacks one of its three twins: the SQL file, the TypeScript function
 * and the test. It prevents a function that nobody calls, or that nobody tests.
 */
import { existsSync } from 'node:fs';
import { glob, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

export interface Twins {
  readonly sqlFiles: readonly string[];
  readonly testFiles: readonly string[];
  /** All modules of src/backend and of the edge functions, which alone call what the service may. */
  readonly backendSource: string;
}

export function missingTwins(functionNames: readonly string[], twins: Twins): string[] {
  const needed = functionNames.flatMap((name) => {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const declared = new RegExp(`export (async )?(function|const) ${camel}\\b`);
    return [
      twins.sqlFiles.includes(`${name}.sql`)
        ? ''
        : `${name}: supabase/schemas/rpc/${name}.sql is missing`,
      twins.testFiles.includes(`${name.replaceAll('_', '-')}.test.ts`)
        ? ''
        : `${name}: tests/database/rpc/${name.replaceAll('_', '-')}.test.ts is missing`,
      declared.test(twins.backendSource)
        ? ''
        : `${name}: no module of src/backend or supabase/functions exports ${camel}`,
    ];
  });
  const orphans = twins.sqlFiles
    .filter((file) => !functionNames.includes(file.replace(/\.sql$/, '')))
    .map((file) => `${file}: there is no such function in schema public`);
  return [...needed, ...orphans].filter((fault) => fault !== '');
}

export async function readTwins(projectFolder: string): Promise<Twins> {
  const list = async (folder: string, ending: string) => {
    const full = path.join(projectFolder, folder);
    return existsSync(full) ? (await readdir(full)).filter((name) => name.endsWith(ending)) : [];
  };
  const modules = await Array.fromAsync(
    glob(['src/backend/*.ts', 'supabase/functions/**/*.ts'], { cwd: projectFolder }),
  );
  const sources = await Promise.all(
    modules
      .filter((name) => !name.endsWith('database.types.ts'))
      .map((name) => readFile(path.join(projectFolder, name), 'utf8')),
  );
  return {
    sqlFiles: await list('supabase/schemas/rpc', '.sql'),
    testFiles: await list('tests/database/rpc', '.test.ts'),
    backendSource: sources.join('\n'),
  };
}
