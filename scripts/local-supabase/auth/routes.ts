/**
 * Invariant: a route that isn't marked open needs an API key; who may use it is its handler's matter.
 */
import { generateLink, invite } from './admin-links.ts';
import {
  createUserByAdmin,
  deleteFactorByAdmin,
  deleteUser,
  getUserByAdmin,
  listFactorsByAdmin,
  listUsers,
  updateUserByAdmin,
} from './admin-users.ts';
import type { AuthHandler } from './call.ts';
import { challengeFactor, enrolFactor, unenrolFactor, verifyFactor } from './factors.ts';
import { unlinkIdentity } from './identity-routes.ts';
import { requestRecovery, requestSignIn, resend } from './mail-requests.ts';
import { authorize, linkIdentity, oauthCallback } from './oauth.ts';
import {
  refuseOAuthServer,
  refusePasskeys,
  refuseSaml,
  showHealth,
  showKeys,
  showSettings,
  signInWithSso,
} from './project-routes.ts';
import { signUp } from './sign-up.ts';
import { grantToken } from './token-grants.ts';
import { getUser, reauthenticate, signOut, updateUser } from './user-routes.ts';
import { verifyByLink, verifyByPost } from './verify.ts';

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  /** Reached by following a link, where no key can be sent. */
  readonly open: boolean;
  readonly handle: AuthHandler;
}

function route(method: string, path: string, handle: AuthHandler, open = false): Route {
  const source = path.replaceAll('.', String.raw`\.`).replaceAll('*', '([^/]+)');
  return { method, pattern: new RegExp(`^${source}/?$`), open, handle };
}

const routes: readonly Route[] = [
  route('GET', '/health', showHealth),
  route('GET', '/settings', showSettings),
  route('GET', '/.well-known/jwks.json', showKeys, true),
  route('POST', '/signup', signUp),
  route('POST', '/token', grantToken),
  route('POST', '/otp', requestSignIn),
  route('POST', '/magiclink', requestSignIn),
  route('POST', '/recover', requestRecovery),
  route('POST', '/resend', resend),
  route('GET', '/verify', verifyByLink, true),
  route('POST', '/verify', verifyByPost),
  route('POST', '/logout', signOut),
  route('GET', '/user', getUser),
  route('PUT', '/user', updateUser),
  route('GET', '/reauthenticate', reauthenticate),
  route('POST', '/reauthenticate', reauthenticate),
  route('GET', '/user/identities/authorize', linkIdentity),
  route('DELETE', '/user/identities/*', unlinkIdentity),
  route('GET', '/authorize', authorize, true),
  route('GET', '/callback', oauthCallback, true),
  route('POST', '/sso', signInWithSso),
  route('POST', '/sso/saml/acs', refuseSaml, true),
  route('GET', '/sso/saml/metadata', refuseSaml, true),
  route('POST', '/factors', enrolFactor),
  route('POST', '/factors/*/challenge', challengeFactor),
  route('POST', '/factors/*/verify', verifyFactor),
  route('DELETE', '/factors/*', unenrolFactor),
  route('POST', '/invite', invite),
  route('POST', '/admin/generate_link', generateLink),
  route('GET', '/admin/users', listUsers),
  route('POST', '/admin/users', createUserByAdmin),
  route('GET', '/admin/users/*', getUserByAdmin),
  route('PUT', '/admin/users/*', updateUserByAdmin),
  route('DELETE', '/admin/users/*', deleteUser),
  route('GET', '/admin/users/*/factors', listFactorsByAdmin),
  route('DELETE', '/admin/users/*/factors/*', deleteFactorByAdmin),
  route('POST', '/passkeys/authentication/options', refusePasskeys),
  route('POST', '/passkeys/authentication/verify', refusePasskeys),
  route('POST', '/passkeys/registration/options', refusePasskeys),
  route('POST', '/passkeys/registration/verify', refusePasskeys),
  route('GET', '/passkeys', refusePasskeys),
  route('GET', '/user/oauth/grants', refuseOAuthServer),
  route('GET', '/admin/oauth/clients', refuseOAuthServer),
];

export interface MatchedRoute {
  readonly open: boolean;
  readonly handle: AuthHandler;
  readonly parameters: readonly string[];
}

/** Null: no such path. The methods of the path: none of them is the one asked for. */
export function matchRoute(method: string, path: string): MatchedRoute | string[] | null {
  const candidates = routes.filter((one) => one.pattern.test(path));
  if (candidates.length === 0) return null;
  const found = candidates.find((one) => one.method === method);
  if (!found) return candidates.map((one) => one.method);
  const parameters = found.pattern.exec(path)?.slice(1) ?? [];
  return { open: found.open, handle: found.handle, parameters };
}
