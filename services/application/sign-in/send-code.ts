import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { type DomainError, fieldError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { activateAgent } from '../agents/manage-agent.ts';
import type { WithAuth } from '../auth/auth.ts';
import {
  type CodeEntry,
  channelOf,
  INVALID_OTP,
  type Issue,
  MAX_CODE_ATTEMPTS,
  type RightCode,
  STEP_UPS,
  type StepUp,
} from '../auth/codes.ts';
import { agentByEmail } from '../auth/find-person.ts';
import { LIMITS, RateLimitExceeded } from '../auth/limits.ts';
import { type AgentCaller, asPerson, forbidden } from '../caller.ts';
import { handle, load } from '../handle.ts';
import type { Application, WithLog } from '../services.ts';
import {
  type AgentSession,
  isPasswordGone,
  openAgentSession,
  type SignInServices,
  type SignInSource,
} from './sign-in.ts';

/** Sends a step-up code to a signed-in agent by the stored method. Throws `RateLimitExceeded`. */
export async function sendStepUpCode(
  { log, auth }: WithLog & WithAuth,
  { agentId, sessionId }: AgentCaller,
  purpose: StepUp,
  correlationId: string,
): Promise<void> {
  const person = agentStreamOf(agentId);
  const { state } = await load(log, agentDecider, person);
  const channel = channelOf(state.details?.communicationMethod ?? 'C');
  await auth.codes.issue({ person, purpose, channel, sessionId, correlationId });
}

/** The code that may be sent again: after a correct password in the last ten minutes, or of a pending registration. */
async function resendable(
  { auth }: WithAuth,
  person: string,
  state: AgentState,
): Promise<Pick<Issue, 'purpose' | 'channel' | 'passwordAt' | 'passwordVersion'> | null> {
  const { passwordVersion } = state;
  const signIn = await auth.codes.lastSignIn(person);
  if (signIn?.passwordVersion === passwordVersion) return { purpose: 'sign-in', ...signIn, passwordVersion };
  if (state.status !== 'registered') return null;
  return { purpose: 'registration', channel: channelOf(state.details?.communicationMethod ?? 'C') };
}

/**
 * Does nothing if there is none (C7). `network`: the rate-limit key. The limit of a person's own codes is reported only
 * to the network that requested the first code; elsewhere it would reveal that the person exists. Throws
 * `RateLimitExceeded`.
 */
export async function resendCode(
  services: WithLog & WithAuth,
  email: string,
  network: string,
  correlationId: string,
): Promise<void> {
  const { limits, codes } = services.auth;
  await limits.consume(LIMITS.resendPerNetwork, network);
  const here = `${comparableEmail(email)} ${network}`;
  const mark = await limits.consume(LIMITS.resendHere, here);
  const agent = await agentByEmail(services.log, email);
  const due = agent && (await resendable(services, agent.person, agent.state));
  if (!agent || !due) return;
  const { person } = agent;
  const isOwnNetwork = await limits.isFirstCodeNetwork(person, network);
  // Here only the limit of the person's codes applies. It counts each purpose separately, and no refused requests.
  if (isOwnNetwork) await limits.refund(LIMITS.resendHere, here, mark);
  await codes.issue({ ...due, person, correlationId }).catch((refusal) => {
    if (isOwnNetwork || !(refusal instanceof RateLimitExceeded)) throw refusal;
  });
}

export const invalidOtp = (): DomainError => fieldError('otp.invalid', 'otp', INVALID_OTP);

type CodeSource = Pick<SignInSource, 'network' | 'context'>;

/** Attempts are counted by network; a correct code gives its count back. `check` returns null for a wrong code. */
async function checkedCode<Result>(
  { auth: { limits } }: WithAuth,
  network: string,
  check: () => Promise<Result | null>,
): Promise<Result> {
  const mark = await limits.consume(LIMITS.wrongCodePerNetwork, network);
  const right = await check();
  if (right === null) throw invalidOtp();
  await limits.refund(LIMITS.wrongCodePerNetwork, network, mark);
  return right;
}

/**
 * Null for a wrong one. The last wrong attempt of a code records one `OtpRefused`; earlier ones are counted in the
 * database only, so that a stranger cannot lengthen an agent's stream by guessing.
 */
async function enterCode(
  { log, auth, logger }: Pick<Application, 'log' | 'logger'> & WithAuth,
  entry: CodeEntry,
  { network, context }: CodeSource,
): Promise<RightCode | null> {
  const entered = await auth.codes.verify(entry, network);
  if (entered.right !== null) return entered.right;
  const { person } = entry;
  if (person === null) return null;
  const own = asPerson(person, context);
  try {
    for (const { codeId, purpose } of entered.exhausted) {
      await handle(log, {
        decider: agentDecider,
        streamId: person,
        command: { type: 'RecordRefusedOtp', codeId, purpose, tries: MAX_CODE_ATTEMPTS },
        context: own,
      });
    }
  } catch (error) {
    // The answer must not reveal whether an address belongs to an agent.
    logger.warn({ err: error }, 'a refused one-time code could not be recorded');
  }
  return null;
}

/** An agent's code gives this session a proof for the code's purpose. Throws `otp.invalid` and `RateLimitExceeded`. */
export async function verifyStepUp(
  services: Pick<Application, 'log' | 'logger'> & WithAuth,
  { agentId, sessionId }: AgentCaller,
  otp: string,
  source: CodeSource,
): Promise<{ readonly purpose: StepUp; readonly position: Position | undefined }> {
  const person = agentStreamOf(agentId);
  const right = await checkedCode(services, source.network, () =>
    enterCode(services, { person, purposes: STEP_UPS, otp, sessionId }, source),
  );
  const purpose = right.purpose as StepUp;
  const command = { type: 'VerifyOtp', codeId: right.codeId, proof: { purpose, sessionId } } as const;
  const { position } = await handle(services.log, {
    decider: agentDecider,
    streamId: person,
    command,
    context: source.context,
  });
  await services.auth.proofs.record(sessionId, purpose);
  return { purpose, position };
}

/** The code of a registration activates the agent. Throws `otp.invalid` and `RateLimitExceeded`. */
export async function verifyRegistration(
  services: SignInServices,
  { email, otp }: { readonly email: string; readonly otp: string },
  source: CodeSource,
): Promise<Position | undefined> {
  const { network, context } = source;
  const agent = await checkedCode(services, network, async () => {
    const found = await agentByEmail(services.log, email);
    const entry = { person: found?.person ?? null, purposes: ['registration'], otp, sessionId: null } as const;
    const right = await enterCode(services, entry, source);
    return right && found && { ...found, codeId: right.codeId };
  });
  await services.auth.limits.recordKnownNetwork(agent.person, network);
  const { agentId } = agent.state;
  return activateAgent(services, agentId, asPerson(agent.person, context), agent.codeId);
}

/**
 * Opens a session, and completes a registration without an entered code. `rememberDevice`: the next sign-in on this
 * device needs no code but `deviceToken` (C11). Throws `otp.invalid`, 403 for a suspended agent, and
 * `RateLimitExceeded`.
 */
export async function verifySignIn(
  services: SignInServices,
  { email, otp, rememberDevice }: { readonly email: string; readonly otp: string; readonly rememberDevice: boolean },
  source: SignInSource,
): Promise<AgentSession & { readonly deviceToken: string | null }> {
  const { log, auth } = services;
  const { person, state, codeId, passwordVersion } = await checkedCode(services, source.network, async () => {
    const found = await agentByEmail(log, email);
    const entry = { person: found?.person ?? null, purposes: ['sign-in'], otp, sessionId: null } as const;
    const right = await enterCode(services, entry, source);
    if (!right || !found) return null;
    const newest = found.state.passwordVersion;
    const entered = right.passwordVersion ?? newest;
    return entered === newest ? { ...found, codeId: right.codeId, passwordVersion: entered } : null;
  });
  if (state.status === 'suspended') throw forbidden(AGENT_MESSAGES.suspended);
  const context = asPerson(person, source.context);
  if (state.status === 'registered') await activateAgent(services, state.agentId, context);
  const record = (sessionId: string): AgentCommand => ({
    type: 'VerifyOtp',
    codeId,
    proof: { purpose: 'sign-in', sessionId, passwordVersion },
  });
  const session = await openAgentSession(services, { person, state }, source, record).catch((refusal) => {
    throw isPasswordGone(refusal) ? invalidOtp() : refusal;
  });
  const deviceToken = rememberDevice ? await auth.devices.remember(session.sessionId, passwordVersion) : null;
  return { ...session, deviceToken };
}
