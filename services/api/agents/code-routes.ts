import { activateAgent } from '@fynbos/application/agents/activate-agent.ts';
import { type AgentCaller, agentOf } from '@fynbos/application/caller.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import { channelOf, OTP_CONTACT_MISSING, OTP_SENT } from '@fynbos/application/sign-in/channel.ts';
import { type Issue, STEP_UPS, type StepUp } from '@fynbos/application/sign-in/codes.ts';
import { constantTime } from '@fynbos/application/sign-in/constant-time.ts';
import { LIMITS, TooMany } from '@fynbos/application/sign-in/limits.ts';
import { agentByEmail } from '@fynbos/application/sign-in/people.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { z } from 'zod';
import { across, caseless, optionalText } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { enteredCode } from '../sign-in/sign-in-routes.ts';
import { checkedCode, enterCode } from '../sign-in/verify-sign-in.ts';

const FLOOR_MS = 150;
const message = z.object({ message: z.string() });

const contact = caseless(
  { email: optionalText(), cellNumber: optionalText(64), communicationMethod: optionalText(8) },
  (body) =>
    body.refine(
      ...across<{ email: string; cellNumber: string }>('email', ({ email, cellNumber }) =>
        email && cellNumber ? null : OTP_CONTACT_MISSING,
      ),
    ),
);

/** Sends a step-up code to a signed-in agent by the stored method. */
export async function sendStepUp(
  services: Services,
  caller: AgentCaller,
  purpose: StepUp,
  correlationId: string,
): Promise<Answer> {
  const person = `agent-${caller.agentId}`;
  const { state } = await load(services.log, agentDecider, person);
  const channel = channelOf(state.details?.communicationMethod ?? 'C');
  await services.auth.codes.issue({ person, purpose, channel, sessionId: caller.sessionId, correlationId });
  return { body: { message: OTP_SENT } };
}

type Entered = Call<z.output<typeof enteredCode>>;

/**
 * With a bearer token the code is a step-up, and the code records its purpose. Without a token it completes a
 * registration.
 */
async function verify(services: Services, { body, caller, context, address }: Entered): Promise<Answer> {
  if (caller.kind === 'agent') {
    const person = `agent-${caller.agentId}`;
    const { sessionId } = caller;
    const right = await checkedCode(services, address, () =>
      enterCode(services, { person, purposes: STEP_UPS, otp: body.otp, sessionId, network: address, context }),
    );
    const purpose = right.purpose as StepUp;
    const at = context.now.toISOString();
    const command = { type: 'VerifyOtp', at, codeId: right.codeId, proof: { purpose, sessionId } } as const;
    const { position } = await handle(services.log, agentDecider, person, command, context);
    await services.auth.proofs.give(sessionId, purpose);
    return { body: { purpose }, ...(position ? { position } : {}) };
  }
  return constantTime(FLOOR_MS, async () => {
    const agent = await checkedCode(services, address, async () => {
      const found = await agentByEmail(services.log, body.email);
      const entry = { otp: body.otp, sessionId: null, network: address, context } as const;
      const right = await enterCode(services, {
        ...entry,
        person: found?.person ?? null,
        purposes: ['registration'],
      });
      return right && found && { ...found, codeId: right.codeId };
    });
    await services.auth.limits.noteKnown(agent.person, address);
    const { agentId } = agent.state;
    const own = { ...context, actor: { kind: 'agent', id: String(agentId) } } as const;
    const position = await activateAgent(services, agentId, own, agent.codeId);
    return { body: { purpose: 'registration' }, ...(position ? { position } : {}) };
  });
}

/**
 * Checks that a code may be sent again: for a sign-in with a correct password in the last ten minutes, or for a pending
 * registration.
 */
async function resendable(
  { auth }: Services,
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
 * Answers the same whether or not a code was sent (C7). The rate limit of a person's own codes is reported only to the
 * network that requested the first code; elsewhere that answer would reveal that the person exists.
 */
function resend(services: Services, { body, context, address }: Call<z.output<typeof contact>>): Promise<Answer> {
  const { limits, codes } = services.auth;
  return constantTime(FLOOR_MS, async () => {
    await limits.take(LIMITS.resendPerNetwork, address);
    await limits.take(LIMITS.resendHere, `${comparableEmail(body.email)} ${address}`);
    const agent = await agentByEmail(services.log, body.email);
    const due = agent && (await resendable(services, agent.person, agent.state));
    if (agent && due) {
      const { person } = agent;
      await codes.issue({ ...due, person, correlationId: context.correlationId }).catch(async (refusal) => {
        if (!(refusal instanceof TooMany) || (await limits.hasBegun(person, address))) throw refusal;
      });
    }
    return { body: { message: OTP_SENT } };
  });
}

/** One-time codes of registration, sign-in and step-up. */
export const codeRoutes = (services: Services): Route[] => [
  route({
    method: 'post',
    paths: ['/travel-agency/verify-otp'],
    who: 'anyone',
    tag: 'Codes',
    summary: 'Enter the code of a registration or, with a bearer token, of a change.',
    body: enteredCode,
    answer: z.object({ purpose: z.string() }),
    handle: (call) => verify(services, call),
  }),
  route({
    method: 'post',
    paths: ['/travel-agency/resend-otp'],
    who: 'anyone',
    tag: 'Codes',
    summary: 'Send the code of a registration or sign-in again. The answer never says whether anything was sent.',
    body: contact,
    answer: message,
    handle: (call) => resend(services, call),
  }),
  route({
    method: 'post',
    paths: ['/travel-agency/step-up'],
    who: 'agent',
    tag: 'Codes',
    summary: 'Send a code that allows a change of personal, banking or password details.',
    body: z.object({ purpose: z.enum(STEP_UPS, 'personal, password or banking.') }),
    answer: message,
    handle: ({ caller, body, context }) => sendStepUp(services, agentOf(caller), body.purpose, context.correlationId),
  }),
  route({
    method: 'post',
    paths: ['/travel-agency/banking-details-sendOtp/{id}'],
    who: 'self',
    tag: 'Codes',
    summary: 'Send the code that allows a change of banking details.',
    answer: message,
    handle: ({ caller, context }) => sendStepUp(services, agentOf(caller), 'banking', context.correlationId),
  }),
];
