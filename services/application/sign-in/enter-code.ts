import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { OtpPurpose } from '@fynbos/domain/agent/events.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { type CommandContext, idInStream } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { activateAgent } from '../agents/agent-status.ts';
import { INVALID_OTP, type RightCode, STEP_UPS, type StepUp, TRIES } from '../auth/codes.ts';
import { LIMITS } from '../auth/limits.ts';
import { agentByEmail } from '../auth/people.ts';
import { type AgentCaller, forbidden } from '../caller.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';
import { type AgentSession, isPasswordGone, openAgentSession, type SignInParts, type SignInSource } from './sign-in.ts';

export const invalidOtp = (): DomainError =>
  new DomainError('invalid', 'otp.invalid', INVALID_OTP, [{ field: 'otp', message: INVALID_OTP }]);

type CodeSource = Pick<SignInSource, 'network' | 'context'>;

const asAgent = (agentId: number, context: CommandContext): CommandContext => ({
  ...context,
  actor: { kind: 'agent', id: String(agentId) },
});

/**
 * Counts wrong codes by network; a correct code gives its count back. Runs `check`, which returns null for a wrong
 * code.
 */
async function checkedCode<Result>(
  { auth: { limits } }: Pick<Application, 'auth'>,
  network: string,
  check: () => Promise<Result | null>,
): Promise<Result> {
  const mark = await limits.take(LIMITS.wrongCodePerNetwork, network);
  const right = await check();
  if (right === null) throw invalidOtp();
  await limits.giveBack(LIMITS.wrongCodePerNetwork, network, mark);
  return right;
}

interface CodeEntry {
  /** The agent's stream id; null for an unknown e-mail address. The work is the same, and no code is correct. */
  readonly person: string | null;
  readonly purposes: readonly OtpPurpose[];
  readonly otp: string;
  readonly sessionId: string | null;
}

/**
 * Checks an entered code. Returns null for a wrong one. When a code's last try is used up, the agent's stream records
 * one `OtpRefused` for the code. Earlier wrong entries are counted in the database only, so that a stranger cannot
 * lengthen an agent's stream by guessing.
 */
async function enterCode(
  { log, auth, logger }: Pick<Application, 'log' | 'auth' | 'logger'>,
  { person, purposes, otp, sessionId }: CodeEntry,
  { network, context }: CodeSource,
): Promise<RightCode | null> {
  const entered = await auth.codes.verify(person ?? 'nobody', purposes, otp, network, sessionId);
  if (entered.right !== null) return entered.right;
  if (person === null) return null;
  const own = { ...context, actor: { kind: 'agent', id: idInStream(agentStreamOf, person) } } as const;
  try {
    for (const { codeId, purpose } of entered.exhausted) {
      await handle(log, agentDecider, person, { type: 'RecordRefusedOtp', codeId, purpose, tries: TRIES }, own);
    }
  } catch (error) {
    // The answer must not reveal whether an address belongs to an agent.
    logger.warn({ err: error }, 'a refused one-time code could not be recorded');
  }
  return null;
}

/** A signed-in agent's code gives this session a proof for the code's purpose. Throws `otp.invalid` and `TooMany`. */
export async function verifyStepUp(
  app: Pick<Application, 'log' | 'auth' | 'logger'>,
  { agentId, sessionId }: AgentCaller,
  otp: string,
  source: CodeSource,
): Promise<{ readonly purpose: StepUp; readonly position: Position | undefined }> {
  const person = agentStreamOf(agentId);
  const right = await checkedCode(app, source.network, () =>
    enterCode(app, { person, purposes: STEP_UPS, otp, sessionId }, source),
  );
  const purpose = right.purpose as StepUp;
  const command = { type: 'VerifyOtp', codeId: right.codeId, proof: { purpose, sessionId } } as const;
  const { position } = await handle(app.log, agentDecider, person, command, source.context);
  await app.auth.proofs.give(sessionId, purpose);
  return { purpose, position };
}

/** The code of a registration activates the agent. Throws `otp.invalid` and `TooMany`. */
export async function verifyRegistration(
  app: SignInParts,
  { email, otp }: { readonly email: string; readonly otp: string },
  source: CodeSource,
): Promise<Position | undefined> {
  const { network, context } = source;
  const agent = await checkedCode(app, network, async () => {
    const found = await agentByEmail(app.log, email);
    const entry = { person: found?.person ?? null, purposes: ['registration'], otp, sessionId: null } as const;
    const right = await enterCode(app, entry, source);
    return right && found && { ...found, codeId: right.codeId };
  });
  await app.auth.limits.noteKnown(agent.person, network);
  const { agentId } = agent.state;
  return activateAgent(app, agentId, asAgent(agentId, context), agent.codeId);
}

/**
 * The second step of an agent's sign-in: the code opens a session. It also completes a registration without an entered
 * code. `rememberDevice`: the next sign-in on this device needs no code; `deviceToken` is what the device then sends
 * (C11). Throws `otp.invalid`, 403 for a suspended agent, and `TooMany`.
 */
export async function verifySignIn(
  app: SignInParts,
  { email, otp, rememberDevice }: { readonly email: string; readonly otp: string; readonly rememberDevice: boolean },
  source: SignInSource,
): Promise<AgentSession & { readonly deviceToken: string | null }> {
  const { log, auth } = app;
  const { person, state, codeId, passwordVersion } = await checkedCode(app, source.network, async () => {
    const found = await agentByEmail(log, email);
    const entry = { person: found?.person ?? null, purposes: ['sign-in'], otp, sessionId: null } as const;
    const right = await enterCode(app, entry, source);
    if (!right || !found) return null;
    const newest = found.state.passwordVersion;
    const entered = right.passwordVersion ?? newest;
    return entered === newest ? { ...found, codeId: right.codeId, passwordVersion: entered } : null;
  });
  if (state.status === 'suspended') throw forbidden(AGENT_MESSAGES.suspended);
  const context = asAgent(state.agentId, source.context);
  if (state.status === 'registered') await activateAgent(app, state.agentId, context);
  const record = (sessionId: string): AgentCommand => ({
    type: 'VerifyOtp',
    codeId,
    proof: { purpose: 'sign-in', sessionId, passwordVersion },
  });
  const session = await openAgentSession(app, { person, state }, source, record).catch((refusal) => {
    throw isPasswordGone(refusal) ? invalidOtp() : refusal;
  });
  const deviceToken = rememberDevice ? await auth.devices.remember(person, passwordVersion, source.origin) : null;
  return { ...session, deviceToken };
}
