import { randomUUID } from 'node:crypto';
import { adminDecider, adminStreamOf, knownAdmin } from '@fynbos/domain/admin/admin.ts';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import type { PasskeyCommand, Passkeys } from '@fynbos/domain/passkey/passkeys.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { WithAuth } from '../auth/auth.ts';
import { isPassword } from '../auth/passwords.ts';
import { type AdminCaller, type AgentCaller, type Caller, forbidden, unauthenticated } from '../caller.ts';
import { handle, load } from '../handle.ts';
import type { Application, WithLog } from '../services.ts';
import { creationOptions, newPasskey, type RegistrationResponseJSON } from './webauthn.ts';

type SignedIn = AgentCaller | AdminCaller;
type PasskeyServices = Pick<Application, 'log' | 'config'> & WithAuth;

/** Returns a signed-in caller. Throws 401 for a visitor. */
export function signedIn(caller: Caller): SignedIn {
  if (caller.kind === 'visitor') throw unauthenticated();
  return caller;
}

async function ownerOf({ log }: WithLog, caller: SignedIn) {
  if (caller.kind === 'agent') {
    const person = agentStreamOf(caller.agentId);
    const { details, passkeys } = (await load(log, agentDecider, person)).state;
    const { emailAddress = '', firstName = '', surname = '' } = details ?? {};
    return { person, email: emailAddress, name: `${firstName} ${surname}`, passkeys };
  }
  const person = adminStreamOf(caller.adminId);
  const { email, name, passkeys } = knownAdmin((await load(log, adminDecider, person)).state);
  return { person, email: email ?? '', name: name ?? '', passkeys };
}

const send = (
  { log }: WithLog,
  caller: SignedIn,
  command: PasskeyCommand,
  context: CommandContext,
): Promise<{ readonly position: Position | undefined }> =>
  caller.kind === 'agent'
    ? handle(log, { decider: agentDecider, streamId: agentStreamOf(caller.agentId), command, context })
    : handle(log, { decider: adminDecider, streamId: adminStreamOf(caller.adminId), command, context });

/** The caller's passkeys, oldest first. */
export const ownPasskeys = async (services: WithLog, caller: SignedIn): Promise<Passkeys> =>
  (await ownerOf(services, caller)).passkeys;

/** What the browser needs to create a passkey for the caller, with a challenge of this session. */
export const passkeyChallenge = async (services: PasskeyServices, caller: SignedIn) =>
  creationOptions(services.config, await ownerOf(services, caller), services.auth.challenges.issue(caller.sessionId));

/** Needs a proof for `passkeys` (C9). Throws `passkey.{invalid,exists,too-many}`, and 403 without a proof. */
export const addPasskey = (
  services: PasskeyServices,
  caller: SignedIn,
  { name, credential }: { readonly name: string; readonly credential: RegistrationResponseJSON },
  context: CommandContext,
) =>
  withProof(services, caller, async () => {
    const passkey = await newPasskey(services.config, services.auth.challenges, caller.sessionId, credential);
    if (!passkey) throw fieldError('passkey.invalid', 'credential', 'The passkey could not be added. Try again.');
    return send(services, caller, { type: 'AddPasskey', passkeyId: randomUUID(), name, ...passkey }, context);
  });

/** Renames one of the caller's passkeys, with a proof for `passkeys` (C9). Throws `passkey.unknown`. */
export const renamePasskey = (
  services: PasskeyServices,
  caller: SignedIn,
  renaming: { readonly passkeyId: string; readonly name: string },
  context: CommandContext,
) => withProof(services, caller, () => send(services, caller, { type: 'RenamePasskey', ...renaming }, context));

/** Removes one of the caller's passkeys, with a proof for `passkeys` (C9). Throws `passkey.unknown`. */
export const removePasskey = (
  services: PasskeyServices,
  caller: SignedIn,
  passkeyId: string,
  context: CommandContext,
) => withProof(services, caller, () => send(services, caller, { type: 'RemovePasskey', passkeyId }, context));

/** A change that appends nothing leaves the proof for the next one. */
const withProof = async (
  { auth }: PasskeyServices,
  { sessionId }: SignedIn,
  change: () => Promise<{ readonly position: Position | undefined }>,
): Promise<Position | undefined> => (await auth.proofs.spend(sessionId, 'passkeys', change)).position;

export const WRONG_PASSWORD = 'The password is incorrect.';

/**
 * Checks the password, which administrators sign in with; a wrong one is a failed sign-in (C6). Throws
 * `passkey.wrong-password` and `RateLimitExceeded`.
 */
export async function confirmAdminPassword(
  { log, auth }: PasskeyServices,
  { adminId, sessionId }: AdminCaller,
  password: string,
  network: string,
): Promise<void> {
  const person = adminStreamOf(adminId);
  const { state } = await load(log, adminDecider, person);
  if (state.status !== 'enabled') throw forbidden();
  if (!(await auth.limits.attempt(person, network, () => isPassword(state.passwordHash, password))))
    throw fieldError('passkey.wrong-password', 'password', WRONG_PASSWORD);
  await auth.proofs.record(sessionId, 'passkeys');
}
