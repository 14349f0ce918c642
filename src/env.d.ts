/// <reference types="astro/client" />

declare module '*?inline-code' {
  const code: string;
  export default code;
}

interface ImportMetaEnv {
  readonly PUBLIC_SUPABASE_URL: string;
  readonly PUBLIC_SUPABASE_PUBLISHABLE_KEY: string;
  readonly PUBLIC_SENTRY_DSN?: string;
  readonly PUBLIC_AMPLITUDE_KEY?: string;
  readonly PUBLIC_INGEST_URL?: string;
  readonly PUBLIC_RELEASE?: string;
  readonly PUBLIC_SOURCE_URL?: string;
  readonly PUBLIC_CAPTCHA_SITE_KEY?: string;
  /** While building only: where recipes and drawn pictures are kept. */
  /** The code of the language that pages are built in; without it the first. */
  readonly KEYWRIGHT_LANGUAGE?: string;
  readonly PICTURES_FOLDER: string;
  /** While building only: the digest of the drawing code. */
  readonly PICTURES_CODE: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
