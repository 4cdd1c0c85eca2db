import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { channelOf, type Issue, type StepUp } from '../auth/codes.ts';
import { LIMITS, TooMany } from '../auth/limits.ts';
import { agentByEmail } from '../auth/people.ts';
import type { AgentCaller } from '../caller.ts';
import { load } from '../handle.ts';
import type { Application } from '../services.ts';

/** Sends a step-up code to a signed-in agent by the stored method. Throws `TooMany`. */
export async function sendStepUpCode(
  { log, auth }: Pick<Application, 'log' | 'auth'>,
  { agentId, sessionId }: AgentCaller,
  purpose: StepUp,
  correlationId: string,
): Promise<void> {
  const person = agentStreamOf(agentId);
  const { state } = await load(log, agentDecider, person);
  const channel = channelOf(state.details?.communicationMethod ?? 'C');
  await auth.codes.issue({ person, purpose, channel, sessionId, correlationId });
}

/**
 * Checks that a code may be sent again: for a sign-in with a correct password in the last ten minutes, or for a pending
 * registration.
 */
async function resendable(
  { auth }: Pick<Application, 'auth'>,
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
 * Sends the code of a sign-in or registration again, if there is one (C7). `network`: the caller's network address, in
 * the form used by rate limits. The rate limit of a person's own codes is reported only to the network that requested
 * the first code; elsewhere that answer would reveal that the person exists. Throws `TooMany`.
 */
export async function resendCode(
  app: Pick<Application, 'log' | 'auth'>,
  email: string,
  network: string,
  correlationId: string,
): Promise<void> {
  const { limits, codes } = app.auth;
  await limits.take(LIMITS.resendPerNetwork, network);
  await limits.take(LIMITS.resendHere, `${comparableEmail(email)} ${network}`);
  const agent = await agentByEmail(app.log, email);
  const due = agent && (await resendable(app, agent.person, agent.state));
  if (!agent || !due) return;
  const { person } = agent;
  await codes.issue({ ...due, person, correlationId }).catch(async (refusal) => {
    if (!(refusal instanceof TooMany) || (await limits.hasBegun(person, network))) throw refusal;
  });
}
