import { type Administrator, adminDecider, existingAdmin } from '@fynbos/domain/admin/admin.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { type Passkey, type PasskeyUse, passkeyRefused } from '@fynbos/domain/passkey/passkeys.ts';
import type { WithAuth } from '../auth/auth.ts';
import type { PersonRecord } from '../auth/find-person.ts';
import { LIMITS } from '../auth/limits.ts';
import { load } from '../handle.ts';
import { type AuthenticationResponseJSON, passkeyUse, requestOptions } from '../passkeys/webauthn.ts';
import type { Application, WithLog } from '../services.ts';
import {
  type AgentSession,
  assertNotSuspended,
  openAdminSession,
  openAgentSession,
  type SignedIn,
  type SignInServices,
  type SignInSource,
} from './sign-in.ts';

/** An administrator or an agent, signed in by a passkey. */
export type SignedInByPasskey = Extract<SignedIn, { kind: 'admin' }> | ({ readonly kind: 'agent' } & AgentSession);

type Owner =
  | { readonly kind: 'agent'; readonly found: PersonRecord<AgentState>; readonly passkey: Passkey }
  | { readonly kind: 'admin'; readonly found: PersonRecord<Administrator>; readonly passkey: Passkey };

/** What the browser needs to sign in with a passkey. It is the same for everyone. */
export const passkeySignInOptions = ({ auth, config }: Pick<Application, 'config'> & WithAuth) =>
  requestOptions(config, auth.challenges.issue(null));

/** The owner of a passkey, by the account that the authenticator names; null if the account does not have it. */
async function ownerOf({ log }: WithLog, { id, response }: AuthenticationResponseJSON): Promise<Owner | null> {
  const person = Buffer.from(response.userHandle ?? '', 'base64url').toString();
  const [, kind] = /^(agent|admin)-[1-9]\d{0,9}$/.exec(person) ?? [];
  if (kind === 'agent') {
    const { state } = await load(log, agentDecider, person);
    const passkey = state.passkeys.find(({ credentialId }) => credentialId === id);
    return state.details && passkey ? { kind, found: { person, state }, passkey } : null;
  }
  if (kind === 'admin') {
    const state = existingAdmin((await load(log, adminDecider, person)).state);
    const passkey = state?.passkeys.find(({ credentialId }) => credentialId === id);
    return state?.email && passkey ? { kind, found: { person, state }, passkey } : null;
  }
  return null;
}

/**
 * User verification replaces password and code (C10). Refusals have one message and the limits of a password (C6, C7).
 * Throws `passkey.refused`, 403 for a suspended or disabled person, and `RateLimitExceeded`.
 */
export async function signInWithPasskey(
  services: SignInServices,
  response: AuthenticationResponseJSON,
  source: SignInSource,
): Promise<SignedInByPasskey> {
  const { limits, challenges } = services.auth;
  await limits.consume(LIMITS.signInPerNetwork, source.network);
  const owner = await ownerOf(services, response);
  if (!owner) throw passkeyRefused();
  let use: PasskeyUse | null = null;
  const { person } = owner.found;
  // Only a caller who knows the passkey's id reaches this count, so an account number alone cannot lock its owner out.
  const isRight = await limits.attempt(person, source.network, async () => {
    use = await passkeyUse(services.config, challenges, response, owner.passkey);
    return use !== null;
  });
  if (!isRight || use === null) throw passkeyRefused();
  const passkey: PasskeyUse = use;
  const record = (sessionId: string) => ({ type: 'SignInWithPasskey', sessionId, passkey }) as const;
  if (owner.kind === 'admin') return openAdminSession(services, owner.found, source, record);
  await assertNotSuspended(services.log, owner.found, source.context);
  return { kind: 'agent', ...(await openAgentSession(services, owner.found, source, record)) };
}
