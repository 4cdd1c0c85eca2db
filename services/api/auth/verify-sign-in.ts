import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { handle } from '@fynbos/event-store/handle.ts';
import { forbidden } from '../http/caller.ts';
import type { Answer, Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { activate } from '../portal/activate.ts';
import { agentAnswer } from '../portal/agent-answer.ts';
import { INVALID_OTP } from './channel.ts';
import { evenly } from './evenly.ts';
import { LIMITS } from './limits.ts';
import { originOf } from './origin.ts';
import { agentByEmail } from './people.ts';
import { isPasswordGone } from './sign-in.ts';
import { signToken } from './tokens.ts';

const FLOOR_MS = 150;

export interface EnteredCode {
  readonly email: string;
  readonly phoneNumber: string;
  readonly otp: string;
}

export const invalidOtp = (): DomainError =>
  new DomainError('invalid', 'otp.invalid', INVALID_OTP, [{ field: 'otp', message: INVALID_OTP }]);

/** Counts wrong codes by network; a right one is given back. Runs `check`, which gives null for a wrong code. */
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

/**
 * The second half of an agent's sign-in: the code opens a session. It also completes a registration whose code was never
 * entered (edges.md, Agents).
 */
export function verifySignIn(services: Services, call: Call<EnteredCode>): Promise<Answer> {
  return evenly(FLOOR_MS, async () => {
    const { email, otp } = call.body;
    const { person, state, passwordVersion } = await checkedCode(services, call.address, async () => {
      const found = await agentByEmail(services.log, email);
      const right = await services.auth.codes.verify(found?.person ?? 'nobody', ['sign-in'], otp, null);
      if (!right || !found) return null;
      const newest = found.state.passwordVersion;
      const passwordVersion = right.passwordVersion ?? newest;
      return passwordVersion === newest ? { ...found, passwordVersion } : null;
    });
    if (state.status === 'suspended') throw forbidden(AGENT_MESSAGES.suspended);
    const context = { ...call.context, actor: { kind: 'agent', id: String(state.agentId) } } as const;
    if (state.status === 'registered') await activate(services, state.agentId, context);
    const sessionId = await services.auth.sessions.open(person, originOf(call.request));
    const at = context.now.toISOString();
    const command = { type: 'RecordSignIn', at, sessionId, passwordVersion } as const;
    const done = await handle(services.log, agentDecider, person, command, context).catch(async (refusal) => {
      // Suspended, or another password set, in this moment: the session was opened after that had ended the others.
      await services.auth.sessions.end(person, sessionId);
      throw isPasswordGone(refusal) ? invalidOtp() : refusal;
    });
    const emailAddress = state.details?.emailAddress ?? '';
    const claims = { role: 'TravelAgent', emailAddress, sub: person, sid: sessionId } as const;
    const token = signToken(claims, services.config.jwtSecret, services.now());
    return {
      body: { token, travelAgent: agentAnswer(done.state, services.now()) },
      ...(done.position ? { position: done.position } : {}),
    };
  });
}
