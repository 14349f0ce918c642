/**
 * Brings this version of the shop to its hosted project, as often as wanted. With --dry-run it says what it
 * would do and changes nothing.
 */
import path from 'node:path';
import { BuildStopped } from './build-site.ts';
import { OwnerRefused } from './first-owner.ts';
import { byHand, deploySteps, type Plan } from './going-live/deploy-steps.ts';
import { UploadRefused } from './going-live/function-upload.ts';
import { createLiveProject, NotThere, type LiveProject } from './going-live/live-project.ts';
import { loadLiveFile, readLiveSettings } from './going-live/live-settings.ts';
import { PlatformRefused } from './going-live/management-api.ts';
import { ProviderRefused } from './going-live/payment-webhook.ts';
import { MigrationFailed } from './local-supabase/sql-files.ts';
import { explain, say } from './progress.ts';
import { SettingWrong } from './settings.ts';

const projectFolder = path.resolve(import.meta.dirname, '..');
const mendable = [
  BuildStopped,
  MigrationFailed,
  NotThere,
  OwnerRefused,
  PlatformRefused,
  ProviderRefused,
  SettingWrong,
  UploadRefused,
] as const;

interface Report {
  changed: number;
  unchanged: number;
  readonly missing: string[];
  isWhole: boolean;
}

async function takeStep(title: string, plan: Plan, isDry: boolean, report: Report): Promise<void> {
  if (plan.state === 'done') {
    report.unchanged += 1;
    say(`✓ ${title}: ${plan.note}`);
  } else if (plan.state === 'missing') {
    report.missing.push(`${title}: ${plan.note}`);
    report.isWhole &&= !plan.isNeeded;
    say(`${plan.isNeeded ? '✗' : '!'} ${title}: ${plan.note}`);
  } else {
    say(`${isDry ? '○' : '…'} ${title}`);
    for (const change of plan.changes) say(`    ${change}`);
    if (!isDry) say(`✓ ${title}: ${await plan.act()}`);
    report.changed += 1;
  }
}

/** A dry run looks at every step; a real one stops where the next would build on what failed. */
async function takeSteps(project: LiveProject, isDry: boolean): Promise<Report> {
  const report: Report = { changed: 0, unchanged: 0, missing: [], isWhole: true };
  const { ref, accessToken } = project.settings;
  const isAfresh = isDry && (ref === '' || accessToken === '');
  for (const [place, step] of deploySteps.entries()) {
    try {
      const isForeseen = isAfresh && place > 0;
      const plan = await (isForeseen ? step.afresh(project.settings) : step.look(project));
      await takeStep(step.title, plan, isDry, report);
    } catch (error) {
      const reason = explain(error, mendable);
      say(`✗ ${step.title}: ${reason}`);
      report.isWhole = false;
      report.missing.push(`${step.title}: ${reason.split('\n')[0]}`);
      if (!isDry) break;
    }
    if (!isDry && !report.isWhole && place === 0) break;
  }
  return report;
}

function tell(report: Report, isDry: boolean): void {
  const changes = report.changed === 0 ? 'Nothing' : `${report.changed} steps`;
  say('');
  say(
    isDry
      ? `${changes} to do, ${report.unchanged} done already. Nothing was changed.`
      : `${changes} changed, ${report.unchanged} as they were.`,
  );
  if (report.missing.length > 0) {
    say('\nMissing:');
    for (const line of report.missing) say(`- ${line}`);
  }
  say('\nBy hand, once:');
  for (const line of byHand) say(`- ${line}`);
}

try {
  loadLiveFile(projectFolder);
  const project = createLiveProject(readLiveSettings(projectFolder));
  try {
    // npm takes the flag for its own where no -- stands before it.
    const isDry =
      process.argv.includes('--dry-run') || process.env['npm_config_dry_run'] === 'true';
    const report = await takeSteps(project, isDry);
    tell(report, isDry);
    if (!report.isWhole && !isDry) process.exitCode = 1;
  } finally {
    await project.close();
  }
} catch (error) {
  process.stderr.write(`${explain(error, mendable)}\n`);
  process.exitCode = 1;
}
process.exit();
