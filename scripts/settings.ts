import path from 'node:path';
import { staticHosts, type StaticHost } from './static-hosts/hosted-site.ts';

export interface HostedProject {
  readonly url: string;
  readonly publishableKey: string;
}

/** What happens to a built site that this machine does not serve. */
export interface SiteDelivery {
  /** In whose grammar rules are written; null for our own server and hosts that read its files. */
  readonly host: StaticHost | null;
  /** The command that uploads the folder `SITE_FOLDER`; empty where somebody else does it. */
  readonly upload: string;
}

export interface Settings {
  readonly projectFolder: string;
  readonly dataFolder: string;
  /** Where `npm run build` and `npm start` leave the site. */
  readonly siteFolder: string;
  readonly sitePort: number;
  readonly apiPort: number;
  readonly databasePort: number;
  readonly functionsPort: number;
  readonly siteUrl: string;
  readonly apiUrl: string;
  /** Set when the settings name a hosted project: then nothing embedded starts. */
  readonly hosted: HostedProject | null;
  /** Whether a new embedded shop is filled with the demo shop. */
  readonly demo: boolean;
  /** Whether the demo shop gets half a year of orders. */
  readonly life?: boolean;
  readonly delivery?: SiteDelivery;
}

export class SettingWrong extends Error {}

export const embeddedKeys = {
  publishableKey: 'sb_publishable_local',
  secretKey: 'sb_secret_local',
};

function readPort(name: string, fallback: number): number {
  const text = process.env[name] ?? '';
  if (text === '') return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new SettingWrong(`${name} is "${text}", and a port is a number from 1 to 65535.`);
}

function readHosted(): HostedProject | null {
  const url = process.env['PUBLIC_SUPABASE_URL'] ?? '';
  const publishableKey = process.env['PUBLIC_SUPABASE_PUBLISHABLE_KEY'] ?? '';
  if (url === '' && publishableKey === '') return null;
  if (url !== '' && publishableKey !== '') return { url: url.replace(/\/+$/, ''), publishableKey };
  throw new SettingWrong(
    'A hosted project needs both PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_PUBLISHABLE_KEY.',
  );
}

function readDemo(): Pick<Settings, 'demo' | 'life'> {
  const text = process.env['KEYWRIGHT_DEMO'] ?? '';
  if (text === '' || text === 'none') return { demo: text === '', life: text === '' };
  if (text === 'catalogue') return { demo: true, life: false };
  throw new SettingWrong(
    `KEYWRIGHT_DEMO is "${text}". It is "none" for an empty shop, "catalogue" for a demo shop without orders, or not set.`,
  );
}

function readDelivery(): SiteDelivery | null {
  const name = process.env['SITE_HOST'] ?? '';
  const upload = process.env['SITE_UPLOAD'] ?? '';
  if (name === '' && upload === '') return null;
  const host = staticHosts.find((each) => each === name) ?? null;
  if (name === '' || host !== null) return { host, upload };
  throw new SettingWrong(`SITE_HOST is "${name}", and known are ${staticHosts.join(', ')}.`);
}

export function readSettings(): Settings {
  const projectFolder = path.resolve(import.meta.dirname, '..');
  const dataFolder = path.resolve(projectFolder, process.env['KEYWRIGHT_DATA'] || '.local');
  const isDefaultShop = dataFolder === path.join(projectFolder, '.local');
  const sitePort = readPort('SITE_PORT', 4321);
  const apiPort = readPort('API_PORT', 54_321);
  const delivery = readDelivery();
  return {
    projectFolder,
    dataFolder,
    // A site knows its backend's address: a second shop must not overwrite the first one's.
    siteFolder: path.join(isDefaultShop ? projectFolder : dataFolder, 'dist'),
    sitePort,
    apiPort,
    databasePort: readPort('DB_PORT', 54_322),
    functionsPort: readPort('FUNCTIONS_PORT', 54_323),
    siteUrl: `http://localhost:${sitePort}`,
    apiUrl: `http://localhost:${apiPort}`,
    hosted: readHosted(),
    ...readDemo(),
    ...(delivery ? { delivery } : {}),
  };
}

const telemetrySettings = ['PUBLIC_SENTRY_DSN', 'PUBLIC_AMPLITUDE_KEY', 'PUBLIC_INGEST_URL'];

/** What the site's build is told of the backend and the telemetry it uses: with other answers it is another site. */
export function siteEnvironment(settings: Settings): Record<string, string> {
  return {
    PUBLIC_SUPABASE_URL: settings.hosted?.url ?? settings.apiUrl,
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: settings.hosted?.publishableKey ?? embeddedKeys.publishableKey,
    SITE_URL: process.env['SITE_URL'] || settings.siteUrl,
    KEYWRIGHT_DATA: settings.dataFolder,
    ASTRO_TELEMETRY_DISABLED: '1',
    ...Object.fromEntries(telemetrySettings.map((name) => [name, process.env[name] ?? ''])),
  };
}
