import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

/** What is generated reads as what people write. */
export async function formattedCode(root: string, file: string, text: string): Promise<string> {
  const options: FormatConfig = JSON.parse(
    await readFile(path.join(root, '.ci/oxfmt.json'), 'utf8'),
  );
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${JSON.stringify(errors)}`);
  return code;
}
