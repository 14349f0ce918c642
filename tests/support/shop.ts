/** Whoever runs one file alone gets a shop of its own; the runner shares one between all. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { makePhotos } from '../../scripts/demo/photos.ts';
import { makeSounds } from '../../scripts/demo/sounds.ts';
import { buildSite } from '../../scripts/build-site.ts';
import { keepPublishing, type Publisher } from '../../scripts/keep-publishing.ts';
import { findFreePort } from '../../scripts/local-supabase/ports.ts';
import { embeddedKeys, type Settings } from '../../scripts/settings.ts';
import { startCaptchaProvider } from './captcha-provider.ts';
import { startPayPalStandIn, type PayPalStandIn } from './paypal-stand-in.ts';
import { startStripeStandIn, type StripeStandIn } from './stripe-stand-in.ts';
import { projectFolder } from './cluster.ts';
import { serveShop, settingsForServer } from './shop-server.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { startTestBackend } from './local-backend.ts';
import { startVatRegister } from './vat-register.ts';

export interface TestShop {
  readonly settings: Settings;
  /** The process that publishes, where the shop was asked to have one. */
  readonly builderPid: () => number | undefined;
  readonly siteUrl: string;
  readonly apiUrl: string;
  readonly siteFolder: string;
  readonly databaseUrl: string;
  /** What the suites that use this shop find in their environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** What its refunds are asked of. */
  readonly stripe: StripeStandIn | null;
  readonly paypal: PayPalStandIn | null;
  stop(): Promise<void>;
}

export interface ShopPlan {
  readonly publishes?: boolean;
  readonly reportsErrors?: boolean;
  /** Its guests can be asked whether they are a person, once the setting says so. */
  readonly asksPersons?: boolean;
  /** Its refunds are asked of stand-ins of Stripe and PayPal; PayPal's takes payments too. */
  readonly refundsCards?: boolean;
  /** What its database holds other than the demo shop, before the site is built from it. */
  readonly plant?: (databaseUrl: string) => Promise<void>;
}

export async function startTestShop({
  publishes = false,
  reportsErrors = false,
  asksPersons = false,
  refundsCards = false,
  plant,
}: ShopPlan = {}): Promise<TestShop> {
  const folder = await makeTemporaryFolder();
  const sitePort = await findFreePort();
  const siteUrl = `http://localhost:${sitePort}`;
  let publisher: Publisher | null = null;
  const backend = await startTestBackend({
    siteUrl,
    runsJobs: true,
    onPublish: () => publisher?.wake(),
  });
  const siteFolder = path.join(folder, 'dist');
  const settings: Settings = settingsForServer({
    projectFolder,
    dataFolder: folder,
    siteFolder,
    sitePort,
    apiPort: 0,
    databasePort: 0,
    functionsPort: 0,
    siteUrl,
    apiUrl: backend.url,
    hosted: null,
    demo: true,
  });
  // Every picture is there, in few pixels; drawings are kept from one run to the next.
  process.env['KEYWRIGHT_PICTURE_QUALITY'] = 'draft';
  process.env['KEYWRIGHT_PICTURES'] = path.join(projectFolder, '.local/pictures-draft');
  // Site, functions and builder report to the catcher of this very backend.
  if (reportsErrors) {
    process.env['PUBLIC_SENTRY_DSN'] = `${backend.url.replace('//', '//public@')}/_local/sentry/1`;
  }
  const captcha = asksPersons ? await startCaptchaProvider() : null;
  const stripe = refundsCards ? await startStripeStandIn() : null;
  const paypal = refundsCards ? await startPayPalStandIn() : null;
  if (paypal) paypal.webhook.url = `${backend.url}/functions/v1/payment-webhook`;
  const register = await startVatRegister();
  Object.assign(
    process.env,
    captcha?.environment,
    stripe?.environment,
    paypal?.environment,
    register.environment,
  );
  await makeSounds(backend.databaseUrl, backend.dataFolder);
  await makePhotos(backend.databaseUrl, backend.dataFolder);
  await plant?.(backend.databaseUrl);
  await buildSite(settings, { outFolder: siteFolder });
  const server = await serveShop(settings);
  if (publishes) publisher = keepPublishing(server.settings, () => undefined);
  return {
    settings,
    builderPid: () => publisher?.pid(),
    siteUrl,
    apiUrl: backend.url,
    siteFolder,
    databaseUrl: backend.databaseUrl,
    stripe,
    paypal,
    environment: {
      KEYWRIGHT_SITE_URL: siteUrl,
      KEYWRIGHT_API_URL: backend.url,
      KEYWRIGHT_SITE_FOLDER: siteFolder,
      KEYWRIGHT_DATABASE_URL: backend.databaseUrl,
      KEYWRIGHT_SECRET_KEY: embeddedKeys.secretKey,
    },
    async stop() {
      await publisher?.stop();
      await server.close();
      await backend.stop();
      await captcha?.close();
      await stripe?.close();
      await paypal?.close();
      await register.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
