/** Writes the mails in the further languages again, after an edit of a mail or of its translation. */
import { writeMails } from './mail-languages.ts';
import { say } from './progress.ts';
import { readSettings } from './settings.ts';

const changed = await writeMails(readSettings().projectFolder);
for (const { name } of changed) say(`Wrote the mails in ${name}`);
if (changed.length === 0) say('The mails are as their sources are.');
