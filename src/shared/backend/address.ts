// chunk: facts
export interface BackendAddress {
  readonly url: string;
  readonly publishableKey: string;
}

/** The embedded backend, unless the build was told of another. */
export const backendAddress: BackendAddress = {
  url: (import.meta.env?.PUBLIC_SUPABASE_URL || 'http://localhost:54321').replace(/\/+$/, ''),
  publishableKey: import.meta.env?.PUBLIC_SUPABASE_PUBLISHABLE_KEY || 'sb_publishable_local',
};
