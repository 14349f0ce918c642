/** What a live shop needs from day to day, each looked at from outside. Invariant: nothing is changed. */
import { Resolver } from 'node:dns/promises';
import type { Sql } from 'postgres';
import { legalDocuments } from '../../src/content/legal-documents.ts';
import { authDifferences, wantedAuthConfig } from './auth-config.ts';
import { checkCertificate } from './certificate.ts';
import { readMigrations } from './deploy-steps.ts';
import { fault, ok, warning, type Check, type Finding } from './finding.ts';
import { paymentName } from '../../src/features/orders/model/payment-providers.ts';
import { providers } from '../../supabase/functions/_shared/payments/providers.ts';
import { changedSecrets, wantedSecrets } from './function-secrets.ts';
import { functionNames, functionsDigest, readDigest } from './function-upload.ts';
import { readSchedule } from './job-schedule.ts';
import type { LiveProject } from './live-project.ts';
import { checkMailRecords, domainOf, type ReadTexts } from './mail-records.ts';
import { fieldsOf, rowsOf, textOf } from './management-api.ts';
import { readWebhook, webhookUrl } from './payment-webhook.ts';

const longestWaitMs = 15_000;
const hourMs = 3600_000;
const deploy = 'npm run deploy';

const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(longestWaitMs) });

const settingsCheck: Check = {
  title: 'Settings',
  look({ settings }) {
    const { siteUrl, mailServer, accessToken, ref } = settings;
    const findings: Finding[] = [];
    if (accessToken === '' || ref === '')
      findings.push(
        fault(
          'SUPABASE_ACCESS_TOKEN and SUPABASE_PROJECT_REF are not both set.',
          'Write them into .env.live: docs/going-live.md says where they come from.',
        ),
      );
    if (siteUrl === '')
      findings.push(fault('SITE_URL is not set.', 'Write the address of the shop into .env.live.'));
    if (mailServer === null)
      findings.push(
        warning(
          'SMTP_HOST is not set: the platform sends sign-in mails to members of the project alone.',
          `Set SMTP_HOST and the others, then ${deploy}.`,
        ),
      );
    return Promise.resolve(findings.length === 0 ? [ok('all that are needed are set')] : findings);
  },
};

const projectCheck: Check = {
  title: 'Project',
  async look(project) {
    const { status } = fieldsOf(await project.management.get(project.path('')));
    return [
      status === 'ACTIVE_HEALTHY'
        ? ok('active and healthy')
        : fault(`The platform says ${String(status)}.`, 'Look at the project in its dashboard.'),
    ];
  },
};

const keysCheck: Check = {
  title: 'Keys',
  async look(project) {
    const { publishableKey, secretKey } = await project.keys();
    const read = (key: string, table: string) =>
      ask(`${project.apiUrl()}/rest/v1/${table}&limit=1`, { headers: { apikey: key } });
    const [visitor, service, hidden] = await Promise.all([
      read(publishableKey, 'settings?select=key'),
      read(secretKey, 'publish_requests?select=id'),
      read(publishableKey, 'outbox?select=id'),
    ]);
    const wayOut = 'Take both keys anew from the project’s API settings.';
    return [
      visitor.ok
        ? ok('publishable key')
        : fault(`The publishable key is refused (${visitor.status}).`, wayOut),
      service.ok
        ? ok('secret key')
        : fault(`The secret key is refused (${service.status}).`, wayOut),
      hidden.ok && (await hidden.text()) !== '[]'
        ? fault('Visitors can read the outbox.', 'Take the shop offline and look at its policies.')
        : ok('visitors read no mails'),
    ];
  },
};

const migrationsCheck: Check = {
  title: 'Migrations',
  async look(project) {
    const sql = await project.sql();
    const { waiting, unknown } = await readMigrations(sql, project.settings.projectFolder);
    if (unknown.length > 0)
      return [
        fault(
          `The project has migrations that this version lacks: ${unknown.join(', ')}.`,
          'Use the version of Keywright that was deployed last.',
        ),
      ];
    if (waiting.length === 0) return [ok('all applied')];
    return [warning(`Not applied yet: ${waiting.join(', ')}.`, deploy)];
  },
};

const signInCheck: Check = {
  title: 'Sign-in',
  async look(project) {
    const now = fieldsOf(await project.management.get(project.path('/config/auth')));
    const changed = authDifferences(now, await wantedAuthConfig(project.settings), project.ref());
    const names = Object.keys(changed);
    if (names.length === 0) return [ok('set as here')];
    if (names.includes('site_url'))
      return [fault(`Links in sign-in mails lead to ${textOf(now['site_url'])}.`, deploy)];
    return [warning(`Set otherwise than here: ${names.join(', ')}.`, deploy)];
  },
};

const secretsCheck: Check = {
  title: 'Secrets',
  async look(project) {
    const known = rowsOf(await project.management.get(project.path('/secrets')));
    const wanted = await wantedSecrets(project.settings.projectFolder);
    const changed = changedSecrets(known, wanted, project.ref()).map(({ name }) => name);
    const names = known.map(({ name }) => textOf(name));
    const lacks = (name: string, what: string, level: typeof warning) =>
      names.includes(name) ? [] : [level(`${name} is not set: ${what}`, `Set it, then ${deploy}.`)];
    const findings = [
      ...(changed.length > 0
        ? [warning(`Other than here: ${changed.join(', ')}.`, `${deploy}, where yours are right.`)]
        : []),
      ...lacks('MAIL_API_URL', 'the shop’s mails wait.', fault),
      ...lacks('MAIL_API_KEY', 'the shop’s mails wait.', fault),
      ...lacks('MAIL_FROM', 'the shop’s mails wait.', fault),
      ...lacks('SITE_URL', 'links in mails lead nowhere.', fault),
      ...lacks('STRIPE_SECRET_KEY', 'cards are not offered.', warning),
      ...Object.entries(providers)
        .filter(([, { keys }]) => names.includes(keys[0] ?? ''))
        .flatMap(([code, { keys }]) =>
          keys.flatMap((name) => lacks(name, `${paymentName(code)} is not offered.`, warning)),
        ),
    ];
    return findings.length === 0 ? [ok('all there')] : findings;
  },
};

const functionsCheck: Check = {
  title: 'Functions',
  async look(project) {
    const { projectFolder } = project.settings;
    const wanted = await functionNames(projectFolder);
    const there = rowsOf(await project.management.get(project.path('/functions'))).map(
      ({ slug }) => slug,
    );
    const missing = wanted.filter((name) => !there.includes(name));
    if (missing.length > 0) return [fault(`Not deployed: ${missing.join(', ')}.`, deploy)];
    const isCurrent =
      (await readDigest(await project.sql())) === (await functionsDigest(projectFolder));
    const jobs = await ask(`${project.apiUrl()}/functions/v1/run-jobs`, { method: 'POST' });
    return [
      isCurrent
        ? ok(`${wanted.length} as they are here`)
        : warning('Deployed from other sources than these.', deploy),
      jobs.status === 401
        ? ok('answer, and refuse strangers')
        : fault(
            `run-jobs answers a stranger with ${jobs.status}.`,
            'Look at its log in the dashboard.',
          ),
    ];
  },
};

async function latestTurn(sql: Sql): Promise<number | null> {
  const [row] = await sql`
    select extract(epoch from now() - max(ran_at))::int as seconds from private.job_turns`;
  return row?.['seconds'] === null || row === undefined ? null : Number(row['seconds']);
}

const scheduleCheck: Check = {
  title: 'Schedule',
  async look(project) {
    const [sql, { secretKey }] = [await project.sql(), await project.keys()];
    const state = await readSchedule(sql, project.apiUrl(), secretKey);
    const missing = [...state.missingExtensions, ...state.waitingJobs.map(({ name }) => name)];
    if (missing.length > 0) return [fault(`Missing: ${missing.join(', ')}.`, deploy)];
    if (!state.isKeyCurrent) return [fault('Vault holds another secret key.', deploy)];
    const seconds = await latestTurn(sql);
    if (seconds === null || seconds > 600)
      return [
        fault(
          seconds === null
            ? 'No job has run yet.'
            : `Jobs ran ${Math.round(seconds / 60)} minutes ago.`,
          'Wait two minutes after a first deployment; then look at cron.job_run_details and net._http_response.',
        ),
      ];
    const failed = await sql`select job, problem from private.job_turns where problem <> ''`;
    return [
      ok(`jobs ran ${seconds} s ago`),
      ...failed.map(({ job, problem }) => warning(`${job}: ${problem}`, 'docs/operations.md')),
    ];
  },
};

const mailsCheck: Check = {
  title: 'Mails',
  async look(project) {
    const sql = await project.sql();
    const [row] = await sql`
      select count(*) filter (where given_up_at is not null and created_at > now() - interval '7 days')::int as lost,
        count(*) filter (where sent_at is null and given_up_at is null and send_after < now() - interval '15 minutes')::int as late,
        max(last_error) filter (where sent_at is null) as why
      from public.outbox`;
    const { lost = 0, late = 0, why = null } = row ?? {};
    const reason = why === null ? '' : ` The provider said: ${String(why).slice(0, 160)}`;
    if (Number(late) > 0)
      return [
        fault(
          `${late} mails wait for longer than a quarter of an hour.${reason}`,
          'Look at the mail secrets, then docs/operations.md.',
        ),
      ];
    if (Number(lost) > 0)
      return [
        warning(
          `${lost} mails of this week were given up.${reason}`,
          'The page /admin/check names them.',
        ),
      ];
    return [ok('none waits')];
  },
};

/** A newer one of both kinds: the platform's own, and what npm run backup wrote down. */
async function latestBackup(project: LiveProject): Promise<Date | null> {
  const answer = fieldsOf(await project.management.get(project.path('/database/backups')));
  const times = rowsOf(answer['backups'])
    .filter(({ status }) => status === 'COMPLETED')
    .map(({ inserted_at }) => Date.parse(textOf(inserted_at)));
  const sql = await project.sql();
  const [table] = await sql`select to_regclass('private.backups')::text as name`;
  if (table?.['name']) {
    const [own] = await sql`select max(made_at) as at from private.backups where is_verified`;
    if (own?.['at'] instanceof Date) times.push(own['at'].getTime());
  }
  if (answer['pitr_enabled'] === true) times.push(Date.now());
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? null : new Date(Math.max(...known));
}

const backupCheck: Check = {
  title: 'Backup',
  async look(project) {
    const latest = await latestBackup(project);
    if (latest === null) return [fault('There is none.', 'npm run backup -- --live')];
    const hours = Math.round((Date.now() - latest.getTime()) / hourMs);
    if (hours > 48)
      return [fault(`The last one is ${hours} hours old.`, 'npm run backup -- --live')];
    return [ok(`${hours} hours old`)];
  },
};

const certificatesCheck: Check = {
  title: 'Certificates',
  look: async ({ settings, apiUrl }) =>
    Promise.all(
      [settings.siteUrl, apiUrl()].filter((url) => url !== '').map((url) => checkCertificate(url)),
    ),
};

function createReader(): ReadTexts {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const server = process.env['DNS_SERVER'] ?? '';
  if (server !== '') resolver.setServers([server]);
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      throw error;
    }
  };
}

const recordsCheck: Check = {
  title: 'Mail records',
  async look({ settings }) {
    const senders = [process.env['MAIL_FROM'] ?? '', settings.mailServer?.from ?? ''];
    const domains = new Set(senders.map(domainOf).filter((domain) => domain !== null));
    if (domains.size === 0) return [warning('No sender is known here.', 'Set MAIL_FROM.')];
    const read = createReader();
    const selector = process.env['MAIL_DKIM_SELECTOR'] ?? '';
    const found = [...domains].map((domain) => checkMailRecords(domain, selector, read));
    return (await Promise.all(found)).flat();
  },
};

const paymentsCheck: Check = {
  title: 'Payments',
  async look(project) {
    const findings: Finding[] = [];
    const url = webhookUrl(project.apiUrl());
    const answer = await ask(url, { method: 'POST', body: '{}' });
    findings.push(
      answer.status === 400
        ? ok('the webhook answers, and takes nothing unsigned')
        : fault(`${url} answers ${answer.status}.`, 'Look at its log in the dashboard.'),
    );
    const key = process.env['STRIPE_SECRET_KEY'] ?? '';
    if (key !== '') {
      const { status, missingEvents } = await readWebhook(key, project.apiUrl());
      if (status === 'none') findings.push(fault('Stripe reports payments nowhere.', deploy));
      if (status === 'disabled')
        findings.push(
          fault('Stripe has switched the webhook off.', 'Switch it on in its dashboard.'),
        );
      if (status === 'there' && missingEvents.length > 0)
        findings.push(
          fault(
            `Stripe does not report ${missingEvents.join(', ')}.`,
            'Add them in its dashboard.',
          ),
        );
    }
    const sql = await project.sql();
    const offered = await sql`
      select code from public.payment_methods m where is_offered
        and (code <> 'invoice' or exists (select from public.bank_accounts where currency = 'EUR'))`;
    if (offered.some(({ code }) => code === 'demo'))
      findings.push(
        fault(
          'The demo payment is offered.',
          `update public.payment_methods set is_offered = false where code = 'demo'`,
        ),
      );
    if (offered.length === 0)
      findings.push(
        warning(
          'No way to pay is offered.',
          'Add a bank account, or the keys of Stripe or PayPal and deploy.',
        ),
      );
    return findings;
  },
};

const advisorsCheck: Check = {
  title: 'Advisors',
  async look(project) {
    const answer = fieldsOf(await project.management.get(project.path('/advisors/security')));
    const lints = rowsOf(answer['lints']).filter(
      ({ level }) => level === 'ERROR' || level === 'WARN',
    );
    if (lints.length === 0) return [ok('nothing to say about security')];
    return lints.map(({ level, title, detail }) =>
      (level === 'ERROR' ? fault : warning)(
        `${textOf(title)}: ${textOf(detail)}`,
        'Look at the advisors in the dashboard.',
      ),
    );
  },
};

const siteCheck: Check = {
  title: 'Site',
  async look({ settings }) {
    const { siteUrl } = settings;
    const response = await ask(`${siteUrl}/builds/latest.json`).catch(() => null);
    const build = response?.ok ? fieldsOf(await response.json().catch(() => null)) : {};
    const at = Date.parse(textOf(build['timestamp']));
    if (Number.isNaN(at))
      return [
        fault(
          `${siteUrl} shows no build of this shop.`,
          `Look at the host; ${deploy} uploads one.`,
        ),
      ];
    const days = Math.floor((Date.now() - at) / (24 * hourMs));
    if (days > 30) return [warning(`The build is ${days} days old.`, 'Publish from the desk.')];
    return [ok(`build ${textOf(build['id'])}, ${days} days old`)];
  },
};

const contentCheck: Check = {
  title: 'Contents',
  async look(project) {
    const sql = await project.sql();
    const open = await sql`
      select place from (
        select v.document || ', ' || s.title as place, 1 as part, v.document as page, s.position
        from public.legal_sections s join public.legal_versions v on v.id = s.version_id
        where s.body like '%[fill in:%' or s.plain like '%[fill in:%'
        union all
        select page || ', ' || title, 2, page, position from public.page_texts where body like '%[fill in:%'
      ) as blanks order by part, page, position`;
    const unpublished = await sql`
      select page.name from unnest(${[...legalDocuments]}::text[]) as page (name)
      where not exists (select from public.legal_versions v where v.document = page.name and v.publish_at <= now())`;
    const [facts] = await sql`
      select exists (select from public.shipping_rates) as ships,
        exists (select from private.staff where role = 'owner') as is_owned,
        exists (select from private.staff s join auth.users u on u.id = s.user_id
          where s.role = 'owner' and u.email_confirmed_at is not null) as is_confirmed,
        exists (select from public.products where status = 'published') as sells`;
    const findings: Finding[] = [];
    if (open.length > 0)
      findings.push(
        warning(
          `To fill in: ${open.map(({ place }) => place).join('; ')}.`,
          'docs/going-live.md, step 6',
        ),
      );
    if (unpublished.length > 0)
      findings.push(
        warning(
          `Not published: ${unpublished.map(({ name }) => name).join(', ')}.`,
          'docs/going-live.md, step 6: supabase/starter.sql has texts to begin with.',
        ),
      );
    if (!facts?.['is_owned'])
      findings.push(fault('Nobody owns the shop.', `Set KEYWRIGHT_OWNER, then ${deploy}.`));
    else if (!facts['is_confirmed'])
      findings.push(
        warning(
          'The owner has not accepted the invitation.',
          'Look for its mail, or ask for a sign-in link at /user.',
        ),
      );
    if (!facts?.['ships'])
      findings.push(
        warning(
          'No shipping rate is set: nothing that ships can be ordered.',
          'Add methods and rates at /admin/shipping.',
        ),
      );
    if (!facts?.['sells'])
      findings.push(warning('Nothing is published.', 'Add products at /admin/products.'));
    return findings.length === 0 ? [ok('whole')] : findings;
  },
};

export const checks: readonly Check[] = [
  settingsCheck,
  projectCheck,
  keysCheck,
  migrationsCheck,
  signInCheck,
  secretsCheck,
  functionsCheck,
  scheduleCheck,
  mailsCheck,
  backupCheck,
  certificatesCheck,
  recordsCheck,
  paymentsCheck,
  advisorsCheck,
  siteCheck,
  contentCheck,
];
