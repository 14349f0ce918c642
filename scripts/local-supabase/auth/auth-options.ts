/** Invariant: the defaults are those of a hosted project that confirms addresses. */
import type { LocalSettings } from '../context.ts';

export type PasswordRequirements =
  | ''
  | 'letters_digits'
  | 'lower_upper_letters_digits'
  | 'lower_upper_letters_digits_symbols';

export interface OAuthProviderOptions {
  readonly clientId: string;
  readonly secret: string;
  /** The provider's own address when it isn't the public one (GitHub Enterprise, a test). */
  readonly url?: string;
}

/** How often something may be tried in a window before 429 answers with the time to wait. */
interface AttemptLimits {
  readonly windowSeconds: number;
  readonly passwordPerAddress: number;
  readonly codePerAddress: number;
  readonly perClient: number;
  readonly mailPerClient: number;
}

export interface AuthSettings {
  readonly siteUrl: string;
  readonly redirectUrls: readonly string[];
  readonly signUpEnabled: boolean;
  readonly manualLinkingEnabled: boolean;
  readonly accessTokenSeconds: number;
  readonly refreshReuseSeconds: number;
  readonly passwordLength: number;
  readonly passwordRequirements: PasswordRequirements;
  readonly emailEnabled: boolean;
  readonly emailConfirmations: boolean;
  readonly doubleConfirmChanges: boolean;
  readonly securePasswordChange: boolean;
  readonly emailFrequencySeconds: number;
  readonly codeLength: number;
  readonly emailCodeSeconds: number;
  readonly phoneEnabled: boolean;
  readonly phoneConfirmations: boolean;
  readonly phoneFrequencySeconds: number;
  readonly phoneCodeSeconds: number;
  readonly phoneText: string;
  readonly maxFactors: number;
  readonly totpEnabled: boolean;
  readonly challengeSeconds: number;
  readonly limits: AttemptLimits;
  readonly providers: Readonly<Partial<Record<'github' | 'google', OAuthProviderOptions>>>;
}

export type AuthOptions = Partial<AuthSettings>;

const defaultLimits: AttemptLimits = {
  windowSeconds: 300,
  passwordPerAddress: 30,
  codePerAddress: 30,
  perClient: 1500,
  mailPerClient: 600,
};

export function resolveAuthOptions(options: AuthOptions, settings: LocalSettings): AuthSettings {
  return {
    siteUrl: settings.siteUrl,
    redirectUrls: [],
    signUpEnabled: true,
    manualLinkingEnabled: false,
    accessTokenSeconds: 3600,
    refreshReuseSeconds: 10,
    passwordLength: 10,
    passwordRequirements: '',
    emailEnabled: true,
    emailConfirmations: true,
    doubleConfirmChanges: true,
    securePasswordChange: false,
    emailFrequencySeconds: 1,
    codeLength: 6,
    emailCodeSeconds: 3600,
    phoneEnabled: true,
    phoneConfirmations: true,
    phoneFrequencySeconds: 1,
    phoneCodeSeconds: 600,
    phoneText: 'Your Keywright code is {{ .Code }}',
    maxFactors: 10,
    totpEnabled: true,
    challengeSeconds: 300,
    limits: defaultLimits,
    providers: {},
    ...options,
  };
}
