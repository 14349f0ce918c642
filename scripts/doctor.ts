/**
 * Looks at a live shop and says of each part whether it is well, with the way out where it is not. Ends
 * with 0 when all is well, 1 with warnings, 2 with faults.
 */
import path from 'node:path';
import { checks } from './going-live/doctor-checks.ts';
import { fault, type Finding } from './going-live/finding.ts';
import { createLiveProject } from './going-live/live-project.ts';
import { loadLiveFile, readLiveSettings } from './going-live/live-settings.ts';
import { explain, say } from './progress.ts';
import { SettingWrong } from './settings.ts';

const projectFolder = path.resolve(import.meta.dirname, '..');
const marks = { ok: '✓', warning: '!', fault: '✗' } as const;
const codes = { ok: 0, warning: 1, fault: 2 } as const;

function reasonOf(error: unknown): string {
  const { message, cause } =
    error instanceof Error ? error : { message: String(error), cause: null };
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

try {
  loadLiveFile(projectFolder);
  const project = createLiveProject(readLiveSettings(projectFolder));
  const counts = { ok: 0, warning: 0, fault: 0 };
  for (const { title, look } of checks) {
    // What can't be looked at is a fault of its own, and keeps nobody from looking at the rest.
    const findings: readonly Finding[] = await look(project).catch((error: unknown) => [
      fault(reasonOf(error), 'Mend what is said above, then look again.'),
    ]);
    for (const { level, text, wayOut } of findings) {
      counts[level] += 1;
      say(`${marks[level]} ${title}: ${text}${wayOut === '' ? '' : `\n    → ${wayOut}`}`);
    }
  }
  await project.close();
  say(`\n${counts.ok} well, ${counts.warning} warnings, ${counts.fault} faults`);
  process.exitCode = counts.fault > 0 ? codes.fault : codes[counts.warning > 0 ? 'warning' : 'ok'];
} catch (error) {
  process.stderr.write(`${explain(error, [SettingWrong])}\n`);
  process.exitCode = codes.fault;
}
process.exit();
