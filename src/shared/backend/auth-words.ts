/** What happened, for each code of the auth service. What to do about it stands with the screens. */
import type { AuthError } from '@supabase/supabase-js';

/** The codes that the library names, without "or any other text". */
type Named<Code> = Code extends string ? (string extends Code ? never : Code) : never;
export type AuthCode = Named<AuthError['code']>;

const ended = 'You have been signed out.';
const unreadable = 'Something you typed is not valid. Check it and try again.';
const ours = 'Something went wrong on our side. Please try again in a few minutes.';
const notOffered = 'You can’t sign in this way here. Choose another way.';
const tooOften = 'Too many attempts.';
const otherBrowser = 'Open this link in the browser where you asked for it.';
const otherApp = 'This authenticator app can’t be used. Try a different one.';

/**
 * A code that a newer library names and this does not is a type error here.
 * Invariant: none tells whether an address has an account.
 */
export const authWords: Readonly<Record<AuthCode, string>> = {
  // The contract names this one, as it does two more in errors.ts.
  invalid_credentials: 'Invalid login credentials',
  weak_password: 'This password is too weak.',
  same_password: 'This is already your password.',
  otp_expired: 'This code or link is wrong, or no longer works.',
  otp_disabled: notOffered,
  email_not_confirmed: 'This address is not confirmed yet.',
  phone_not_confirmed: 'This number is not confirmed yet.',
  email_exists: 'This address can’t be used.',
  phone_exists: 'This number can’t be used. Enter a different one.',
  user_already_exists: 'This address or number can’t be used. Enter a different one.',
  email_address_invalid: 'This address can’t be used. Enter a different one.',
  email_address_not_authorized:
    'We can’t send e-mail to this address. Check it or enter a different one.',
  sms_send_failed: 'The text message could not be sent. Check the number and try again.',
  signup_disabled: 'You can’t create an account at the moment. You can still order as a guest.',
  invite_not_found: 'This invitation no longer works. Ask for a new one.',
  user_banned: 'This account is locked.',
  user_not_found: 'This account no longer exists.',
  captcha_failed: 'Confirm that you are human, then try again.',

  over_request_rate_limit: tooOften,
  over_email_send_rate_limit: tooOften,
  over_sms_send_rate_limit: tooOften,

  bad_jwt: ended,
  no_authorization: ended,
  session_not_found: ended,
  session_expired: ended,
  refresh_token_not_found: ended,
  refresh_token_already_used: ended,

  flow_state_not_found: otherBrowser,
  bad_code_verifier: otherBrowser,
  flow_state_expired: 'This link has expired. Ask for a new one.',

  reauthentication_needed: 'To set a new password, enter the code we e-mailed you.',
  reauth_nonce_missing: 'To set a new password, enter the code we e-mailed you.',
  reauthentication_not_valid: 'That code is wrong or has expired.',

  mfa_verification_failed: 'That code is wrong.',
  mfa_verification_rejected: 'That code is wrong.',
  mfa_challenge_expired: 'That took too long. Please try again.',
  webauthn_challenge_expired: 'That took too long. Please try again.',
  mfa_ip_address_mismatch: 'That code has already been used. Wait for the next one.',
  mfa_factor_not_found: 'This authenticator app was removed.',
  mfa_factor_name_conflict: 'An authenticator app with this name is already set up.',
  mfa_verified_factor_exists: 'An authenticator app is already set up.',
  too_many_enrolled_mfa_factors: 'You can’t add any more authenticator apps. Remove one first.',
  insufficient_aal: 'This needs a code from your authenticator app.',
  mfa_totp_enroll_not_enabled: otherApp,
  mfa_totp_verify_not_enabled: otherApp,
  mfa_phone_enroll_not_enabled: otherApp,
  mfa_phone_verify_not_enabled: otherApp,
  mfa_webauthn_enroll_not_enabled: otherApp,
  mfa_webauthn_verify_not_enabled: otherApp,
  mfa_recovery_codes_enroll_not_enabled: otherApp,
  mfa_recovery_codes_verify_not_enabled: otherApp,
  mfa_recovery_codes_locked:
    'Recovery codes are locked for now. Use your authenticator app, or try again later.',
  mfa_recovery_codes_sole_factor: 'Set up an authenticator app before you create recovery codes.',

  identity_already_exists:
    'That sign-in is already linked to another account. Sign in to that account instead.',
  identity_not_found: 'This sign-in method was removed.',
  single_identity_not_deletable:
    'This is your only way to sign in. Add another before you remove it.',
  email_conflict_identity_not_deletable:
    'This sign-in method can’t be removed. Write to us if you need it removed.',
  provider_email_needs_verification:
    'Confirm your e-mail address with that service first, or sign in another way.',
  user_sso_managed: 'Your organisation manages this account. Ask them to make this change.',

  provider_disabled: notOffered,
  email_provider_disabled: notOffered,
  phone_provider_disabled: notOffered,
  anonymous_provider_disabled: notOffered,
  saml_provider_disabled: notOffered,
  manual_linking_disabled: notOffered,
  oauth_provider_not_supported: notOffered,
  sso_provider_not_found: notOffered,

  bad_oauth_state: 'Signing in was interrupted. Please try again.',
  bad_oauth_callback: 'Signing in was interrupted. Please try again.',
  saml_relay_state_not_found: 'Signing in was interrupted. Please try again.',
  saml_relay_state_expired: 'Signing in was interrupted. Please try again.',

  validation_failed: unreadable,
  bad_json: unreadable,
  not_admin: 'You don’t have permission to do this.',
  conflict: 'This was changed at the same time. Reload the page and try again.',
  request_timeout: 'That took too long. Please try again.',
  hook_timeout: ours,
  hook_timeout_after_retry: ours,
  hook_payload_over_size_limit: ours,
  hook_payload_invalid_content_type: ours,
  unexpected_audience: ours,
  unexpected_failure: ours,
  saml_idp_not_found: ours,
  saml_assertion_no_user_id: ours,
  saml_assertion_no_email: ours,
  saml_metadata_fetch_failed: ours,
  saml_idp_already_exists: ours,
  sso_domain_already_exists: ours,
  saml_entity_id_mismatch: ours,
};
