import { HOUR_MS } from '../calendar.ts';
import { DomainError } from '../errors.ts';
import { assertPasskeyUsable } from '../passkey/passkeys.ts';
import type { AgentCommandOf } from './commands.ts';
import type { AgentEvent } from './events.ts';
import { AGENT_MESSAGES, LINK_HOURS } from './messages.ts';
import { type AgentState, existingDetails } from './state.ts';

/** How an agent signs in: activation, passwords, links that set them, codes, passkeys and remembered devices. */

/** The session that a change leaves signed in. */
export const bySession = (sessionId: string | undefined) => (sessionId === undefined ? {} : { sessionId });

/** Rejects a command that relies on a password that has since been replaced (docs/decisions/0032). */
function assertNewestPassword(passwordVersion: number, state: AgentState): void {
  if (passwordVersion !== state.passwordVersion)
    throw new DomainError('unauthenticated', 'agent.password-changed', AGENT_MESSAGES.passwordChanged);
}

function assertNotSuspended({ status }: AgentState): void {
  if (status === 'suspended') throw new DomainError('forbidden', 'agent.suspended', AGENT_MESSAGES.suspended);
}

/** Activates a registration, once. Throws `agent.suspended`. */
export function activate(
  { loyaltyTrackingNo, activeFrom }: Pick<AgentCommandOf<'Activate'>, 'loyaltyTrackingNo' | 'activeFrom'>,
  state: AgentState,
  at: string,
): AgentEvent[] {
  if (state.loyaltyTrackingNo !== null) return [];
  assertNotSuspended(state);
  return [{ type: 'AgentActivated', data: { loyaltyTrackingNo, activeFrom, activatedAt: at } }];
}

/** Throws `agent.password-changed` and `agent.password-locked`. */
export function changePassword(command: AgentCommandOf<'ChangePassword'>, state: AgentState, at: string): AgentEvent[] {
  const { passwordHash, passwordVersion, sessionId } = command;
  assertNewestPassword(passwordVersion, state);
  if (state.passwordChangeLocked)
    throw new DomainError('invalid', 'agent.password-locked', AGENT_MESSAGES.enteredTwice);
  return [{ type: 'PasswordChanged', data: { changedAt: at, ...bySession(sessionId), personal: { passwordHash } } }];
}

/** The first wrong old password warns, the second locks (C4). */
export function recordOldPassword(state: AgentState, at: string): AgentEvent[] {
  existingDetails(state);
  if (state.passwordChangeLocked) return [];
  const failures = state.oldPasswordFailures + 1;
  const refused: AgentEvent = { type: 'OldPasswordRefused', data: { failures, refusedAt: at } };
  return failures < 2 ? [refused] : [refused, { type: 'PasswordChangeLocked', data: { lockedAt: at } }];
}

/** A link that sets a password (C5). */
export function requestPasswordLink(
  { requestId, how }: Pick<AgentCommandOf<'RequestPasswordLink'>, 'requestId' | 'how'>,
  at: string,
): AgentEvent[] {
  const expiresAt = new Date(Date.parse(at) + LINK_HOURS[how] * HOUR_MS).toISOString();
  return [{ type: 'PasswordLinkRequested', data: { requestId, how, requestedAt: at, expiresAt } }];
}

/** A link works once and within its validity (C5). Throws `agent.link-dead`. */
export function resetPassword(
  { requestId, passwordHash }: AgentCommandOf<'ResetPassword'>,
  state: AgentState,
  at: string,
): AgentEvent[] {
  const link = state.passwordLinks.find((one) => one.requestId === requestId);
  if (!link || link.expiresAt <= at) throw new DomainError('invalid', 'agent.link-dead', AGENT_MESSAGES.linkDead);
  return [{ type: 'PasswordReset', data: { how: link.how, resetAt: at, personal: { passwordHash } } }];
}

/** Verifies a correct code. The same append contains its effect: the activation of a registration, or the sign-in. */
export function verifyOtp({ codeId, proof }: AgentCommandOf<'VerifyOtp'>, state: AgentState, at: string): AgentEvent[] {
  const sessionId = proof.purpose === 'registration' ? null : proof.sessionId;
  const data = { codeId, purpose: proof.purpose, sessionId, verifiedAt: at };
  const verified: AgentEvent = { type: 'OtpVerified', data };
  if (proof.purpose === 'registration') return [verified, ...activate(proof, state, at)];
  if (proof.purpose !== 'sign-in') return [verified];
  assertNotSuspended(state);
  assertNewestPassword(proof.passwordVersion, state);
  return [verified, { type: 'SignedIn', data: { sessionId: proof.sessionId, signedInAt: at } }];
}

/** Signs in with a passkey (C10). Throws `agent.suspended` and `passkey.refused`. */
export function signInWithPasskey(
  { sessionId, passkey }: AgentCommandOf<'SignInWithPasskey'>,
  state: AgentState,
  at: string,
): AgentEvent[] {
  assertNotSuspended(state);
  assertPasskeyUsable(passkey, state.passkeys);
  return [{ type: 'SignedIn', data: { sessionId, signedInAt: at, passkey } }];
}

/** Signs in with the password on a remembered device (C11). Throws `agent.suspended` and `agent.password-changed`. */
export function signInFromDevice(
  command: AgentCommandOf<'SignInFromDevice'>,
  state: AgentState,
  at: string,
): AgentEvent[] {
  const { sessionId, passwordVersion, deviceId } = command;
  assertNotSuspended(state);
  assertNewestPassword(passwordVersion, state);
  return [{ type: 'SignedIn', data: { sessionId, signedInAt: at, deviceId } }];
}
