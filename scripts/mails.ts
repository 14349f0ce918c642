/** Writes mails and words of documents in the further languages again, after an edit of one or of its translation. */
import { writeFunctionLanguages } from './function-languages.ts';
import { say } from './progress.ts';
import { readSettings } from './settings.ts';

const changed = await writeFunctionLanguages(readSettings().projectFolder);
for (const { name } of changed) say(`Wrote mails and documents in ${name}`);
if (changed.length === 0) say('Mails and documents are as their sources are.');
