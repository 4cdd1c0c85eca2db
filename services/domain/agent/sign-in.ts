import { HOUR_MS, instantAfter } from '../calendar.ts';
import { DomainError } from '../errors.ts';
import { assertPasskeyUsable, decidePasskeys } from '../passkey/passkeys.ts';
import type { AgentCommandOf } from './commands.ts';
import { PASSWORD_LINK_HOURS } from './deadlines.ts';
import type { AgentEvent } from './events.ts';
import { AGENT_MESSAGES } from './messages.ts';
import type { AgentState } from './state.ts';

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

/** Activates a registration, once (A2). Throws `agent.suspended`. */
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
function changePassword(command: AgentCommandOf<'ChangePassword'>, state: AgentState, at: string): AgentEvent[] {
  const { passwordHash, passwordVersion, sessionId } = command;
  assertNewestPassword(passwordVersion, state);
  if (state.passwordChangeLocked)
    throw new DomainError('invalid', 'agent.password-locked', AGENT_MESSAGES.enteredTwice);
  return [{ type: 'PasswordChanged', data: { changedAt: at, ...bySession(sessionId), personal: { passwordHash } } }];
}

/** The first wrong old password warns, the second locks (C4). */
function recordOldPassword(state: AgentState, at: string): AgentEvent[] {
  if (state.passwordChangeLocked) return [];
  const failures = state.oldPasswordFailures + 1;
  const refused: AgentEvent = { type: 'OldPasswordRefused', data: { failures, refusedAt: at } };
  return failures < 2 ? [refused] : [refused, { type: 'PasswordChangeLocked', data: { lockedAt: at } }];
}

export function requestPasswordLink(
  { requestId, how }: Pick<AgentCommandOf<'RequestPasswordLink'>, 'requestId' | 'how'>,
  at: string,
): AgentEvent[] {
  const expiresAt = instantAfter(at, PASSWORD_LINK_HOURS[how] * HOUR_MS);
  return [{ type: 'PasswordLinkRequested', data: { requestId, how, requestedAt: at, expiresAt } }];
}

/** A link works once and within its validity (C5). Throws `agent.link-dead`. */
function resetPassword(
  { requestId, passwordHash }: AgentCommandOf<'ResetPassword'>,
  state: AgentState,
  at: string,
): AgentEvent[] {
  const link = state.passwordLinks.find((one) => one.requestId === requestId);
  if (!link || link.expiresAt <= at) throw new DomainError('invalid', 'agent.link-dead', AGENT_MESSAGES.linkInvalid);
  return [{ type: 'PasswordReset', data: { how: link.how, resetAt: at, personal: { passwordHash } } }];
}

/** Verifies a correct code. The same append contains its effect: the activation of a registration, or the sign-in. */
function verifyOtp({ codeId, proof }: AgentCommandOf<'VerifyOtp'>, state: AgentState, at: string): AgentEvent[] {
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
function signInWithPasskey(
  { sessionId, passkey }: AgentCommandOf<'SignInWithPasskey'>,
  state: AgentState,
  at: string,
): AgentEvent[] {
  assertNotSuspended(state);
  assertPasskeyUsable(passkey, state.passkeys);
  return [{ type: 'SignedIn', data: { sessionId, signedInAt: at, passkey } }];
}

/** Signs in with the password on a remembered device (C11). Throws `agent.suspended` and `agent.password-changed`. */
function signInFromDevice(command: AgentCommandOf<'SignInFromDevice'>, state: AgentState, at: string): AgentEvent[] {
  const { sessionId, passwordVersion, deviceId } = command;
  assertNotSuspended(state);
  assertNewestPassword(passwordVersion, state);
  return [{ type: 'SignedIn', data: { sessionId, signedInAt: at, deviceId } }];
}

type SignInCommand = AgentCommandOf<
  | 'ChangePassword'
  | 'RefuseOldPassword'
  | 'RequestPasswordLink'
  | 'ResetPassword'
  | 'Unlock'
  | 'VerifyOtp'
  | 'RecordRefusedOtp'
  | 'AddPasskey'
  | 'RenamePasskey'
  | 'RemovePasskey'
  | 'SignInWithPasskey'
  | 'SignInFromDevice'
  | 'RecordRefusedSignIn'
>;

/** Requires an agent that exists. */
export function decideSignIn(command: SignInCommand, state: AgentState, at: string): readonly AgentEvent[] {
  switch (command.type) {
    case 'ChangePassword':
      return changePassword(command, state, at);
    case 'RefuseOldPassword':
      return recordOldPassword(state, at);
    case 'RequestPasswordLink':
      return requestPasswordLink(command, at);
    case 'ResetPassword':
      return resetPassword(command, state, at);
    case 'Unlock':
      return state.oldPasswordFailures > 0 || state.passwordChangeLocked
        ? [{ type: 'AgentUnlocked', data: { unlockedAt: at } }]
        : [];
    case 'VerifyOtp':
      return verifyOtp(command, state, at);
    case 'RecordRefusedOtp': {
      const { codeId, purpose, tries } = command;
      return [{ type: 'OtpRefused', data: { codeId, purpose, tries, refusedAt: at } }];
    }
    case 'AddPasskey':
    case 'RenamePasskey':
    case 'RemovePasskey':
      return decidePasskeys(command, state.passkeys, at);
    case 'SignInWithPasskey':
      return signInWithPasskey(command, state, at);
    case 'SignInFromDevice':
      return signInFromDevice(command, state, at);
    case 'RecordRefusedSignIn':
      return [{ type: 'SignInRefused', data: { why: command.why, refusedAt: at } }];
  }
}
