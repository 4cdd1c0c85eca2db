import { activateAgent } from '@fynbos/application/agents/activate-agent.ts';
import { forbidden } from '@fynbos/application/caller.ts';
import { handle } from '@fynbos/application/handle.ts';
import { INVALID_OTP } from '@fynbos/application/sign-in/channel.ts';
import { type RightCode, TRIES } from '@fynbos/application/sign-in/codes.ts';
import { constantTime } from '@fynbos/application/sign-in/constant-time.ts';
import { LIMITS } from '@fynbos/application/sign-in/limits.ts';
import { agentByEmail } from '@fynbos/application/sign-in/people.ts';
import { signToken } from '@fynbos/application/sign-in/tokens.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { OtpPurpose } from '@fynbos/domain/agent/events.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { agentAnswer } from '../agents/agent-answer.ts';
import type { Answer, Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { originOf } from './origin.ts';
import { isPasswordGone } from './sign-in.ts';

const FLOOR_MS = 150;

export interface EnteredCode {
  readonly email: string;
  readonly phoneNumber: string;
  readonly otp: string;
}

export const invalidOtp = (): DomainError =>
  new DomainError('invalid', 'otp.invalid', INVALID_OTP, [{ field: 'otp', message: INVALID_OTP }]);

/**
 * Counts wrong codes by network; a correct code gives its count back. Runs `check`, which returns null for a wrong
 * code.
 */
export async function checkedCode<Result>(
  services: Services,
  address: string,
  check: () => Promise<Result | null>,
): Promise<Result> {
  const { limits } = services.auth;
  const mark = await limits.take(LIMITS.wrongCodePerNetwork, address);
  const right = await check();
  if (right === null) throw invalidOtp();
  await limits.giveBack(LIMITS.wrongCodePerNetwork, address, mark);
  return right;
}

export interface CodeEntry {
  /** The agent's stream id; null for an unknown e-mail address. The work is the same, and no code is correct. */
  readonly person: string | null;
  readonly purposes: readonly OtpPurpose[];
  readonly otp: string;
  readonly sessionId: string | null;
  /** The network from which the code was entered. */
  readonly network: string;
  readonly context: CommandContext;
}

/**
 * Checks an entered code. Returns null for a wrong one. When a code's last try is used up, the agent's stream records
 * one `OtpRefused` for the code. Earlier wrong entries are counted in the database only, so that a stranger cannot
 * lengthen an agent's stream by guessing.
 */
export async function enterCode(
  { log, auth, logger }: Services,
  { person, purposes, otp, sessionId, network, context }: CodeEntry,
): Promise<RightCode | null> {
  const entered = await auth.codes.verify(person ?? 'nobody', purposes, otp, network, sessionId);
  if (entered.right !== null) return entered.right;
  if (person === null) return null;
  const at = context.now.toISOString();
  const own = { ...context, actor: { kind: 'agent', id: person.slice('agent-'.length) } } as const;
  try {
    for (const { codeId, purpose } of entered.exhausted) {
      await handle(log, agentDecider, person, { type: 'RecordRefusedOtp', at, codeId, purpose, tries: TRIES }, own);
    }
  } catch (error) {
    // The answer must not reveal whether an address belongs to an agent.
    logger.warn({ err: error }, 'a refused one-time code could not be recorded');
  }
  return null;
}

/**
 * The second step of an agent's sign-in: the code opens a session. It also completes a registration without an entered
 * code.
 */
export function verifySignIn(services: Services, call: Call<EnteredCode>): Promise<Answer> {
  return constantTime(FLOOR_MS, async () => {
    const { email, otp } = call.body;
    const { person, state, codeId, passwordVersion } = await checkedCode(services, call.address, async () => {
      const found = await agentByEmail(services.log, email);
      const right = await enterCode(services, {
        person: found?.person ?? null,
        purposes: ['sign-in'],
        otp,
        sessionId: null,
        network: call.address,
        context: call.context,
      });
      if (!right || !found) return null;
      const newest = found.state.passwordVersion;
      const passwordVersion = right.passwordVersion ?? newest;
      return passwordVersion === newest ? { ...found, codeId: right.codeId, passwordVersion } : null;
    });
    if (state.status === 'suspended') throw forbidden(AGENT_MESSAGES.suspended);
    const context = { ...call.context, actor: { kind: 'agent', id: String(state.agentId) } } as const;
    if (state.status === 'registered') await activateAgent(services, state.agentId, context);
    const sessionId = await services.auth.sessions.open(person, originOf(call.request));
    const at = context.now.toISOString();
    const proof = { purpose: 'sign-in', sessionId, passwordVersion } as const;
    const command = { type: 'VerifyOtp', at, codeId, proof } as const;
    const done = await handle(services.log, agentDecider, person, command, context).catch(async (refusal) => {
      // Suspended, or a new password set, at this moment: this session was opened after that change had ended the
      // others.
      await services.auth.sessions.end(person, sessionId);
      throw isPasswordGone(refusal) ? invalidOtp() : refusal;
    });
    await services.auth.limits.noteKnown(person, call.address);
    const emailAddress = state.details?.emailAddress ?? '';
    const claims = { role: 'TravelAgent', emailAddress, sub: person, sid: sessionId } as const;
    const token = signToken(claims, services.config.jwtSecret, services.now());
    return {
      body: { token, travelAgent: agentAnswer(done.state, services.now()) },
      ...(done.position ? { position: done.position } : {}),
    };
  });
}
