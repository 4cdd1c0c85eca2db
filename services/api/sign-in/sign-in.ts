import { forbidden, unauthenticated } from '@fynbos/application/caller.ts';
import { handle } from '@fynbos/application/handle.ts';
import { channelOf, OTP_SENT } from '@fynbos/application/sign-in/channel.ts';
import { constantTime } from '@fynbos/application/sign-in/constant-time.ts';
import { LIMITS } from '@fynbos/application/sign-in/limits.ts';
import { isPassword } from '@fynbos/application/sign-in/passwords.ts';
import { adminByEmail, agentByEmail, agentByIdNumber, type Found } from '@fynbos/application/sign-in/people.ts';
import { signToken } from '@fynbos/application/sign-in/tokens.ts';
import type { AdminState } from '@fynbos/domain/admin/admin.ts';
import { ADMIN_DISABLED, adminDecider } from '@fynbos/domain/admin/admin.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import { dialledDigits } from '@fynbos/domain/identity/phone.ts';
import type { Answer, Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { originOf } from './origin.ts';

/** The message of every failed sign-in, for known and unknown people. */
export const WRONG_SIGN_IN = 'These sign-in details are not right.';
const FLOOR_MS = 150;

export interface SignIn {
  readonly idNumber: string;
  readonly emailAddress: string;
  readonly password: string;
  readonly communicationMethod: string;
}

type Person = { readonly agent: Found<AgentState> | null; readonly admin: Found<AdminState> | null };

/** Returns the sign-in name. An e-mail address is accepted in either field (specification, section 5, Login). */
function nameOf({ idNumber, emailAddress }: SignIn): { email: string } | { idNumber: string } {
  const given = emailAddress || idNumber;
  // Counted by its comparable form, looked up in every form that can be claimed.
  return given.includes('@') ? { email: comparableEmail(given) } : { idNumber: given };
}

const nobody = (name: ReturnType<typeof nameOf>): string =>
  JSON.stringify('idNumber' in name ? { idNumber: comparableIdNumber(name.idNumber) } : name);

async function find(services: Services, name: ReturnType<typeof nameOf>): Promise<Person> {
  if ('idNumber' in name) return { agent: await agentByIdNumber(services.log, name.idNumber), admin: null };
  const [agent, admin] = await Promise.all([
    agentByEmail(services.log, name.email),
    adminByEmail(services.log, name.email),
  ]);
  return { agent: admin ? null : agent, admin };
}

/**
 * The first step of a sign-in. An administrator is signed in; an agent gets a code and enters it at `verify-otp`. An
 * unknown name gets the same answer, duration and limits as a wrong password (C7).
 */
export function signIn(services: Services, call: Call<SignIn>): Promise<Answer> {
  return constantTime(FLOOR_MS, async () => {
    const { limits } = services.auth;
    const name = nameOf(call.body);
    await limits.take(LIMITS.signInPerNetwork, call.address);
    const { agent, admin } = await find(services, name);
    // An account has one count for all its names. An unknown person is counted by the entered name.
    const who = (admin ?? agent)?.person ?? nobody(name);
    const here = `${who} ${call.address}`;
    const markHere = await limits.take(LIMITS.failedSignInHere, here);
    // Failures from other networks must not lock a person out of an account that they use from this network (C6).
    const isKnown = await limits.isKnown(who, call.address);
    const markAnywhere = isKnown ? null : await limits.take(LIMITS.failedSignInAnywhere, who);
    const hash = admin?.state.passwordHash ?? agent?.state.passwordHash ?? null;
    if (!(await isPassword(hash, call.body.password))) {
      recordRefusal(services, call.context, { agent, admin });
      throw unauthenticated(WRONG_SIGN_IN);
    }
    await Promise.all([
      limits.giveBack(LIMITS.failedSignInHere, here, markHere),
      markAnywhere && limits.giveBack(LIMITS.failedSignInAnywhere, who, markAnywhere),
    ]);
    if (admin) return adminIn(services, call, admin);
    return agentHalfIn(services, call, agent as Found<AgentState>);
  });
}

/** Whether the sign-in was refused because the correct password was replaced in the meantime. */
export const isPasswordGone = (refusal: unknown): boolean =>
  isDomainError(refusal) && refusal.kind === 'unauthenticated';

const asAgent = ({ state }: Found<AgentState>, context: CommandContext): CommandContext => ({
  ...context,
  actor: { kind: 'agent', id: String(state.agentId) },
});
const asAdmin = ({ state }: Found<AdminState>, context: CommandContext): CommandContext => ({
  ...context,
  actor: { kind: 'admin', id: String(state.adminId) },
});

/** Records a failed try without delaying the answer: a delay for some names only would reveal that they exist. */
function recordRefusal(services: Services, context: CommandContext, { agent, admin }: Person): void {
  const at = context.now.toISOString();
  const { log } = services;
  const recorded = admin
    ? handle(
        log,
        adminDecider,
        admin.person,
        { type: 'RecordRefusedAdminSignIn', at, why: 'wrong-password' },
        asAdmin(admin, context),
      )
    : agent && handle(log, agentDecider, agent.person, refusal(at, agent), asAgent(agent, context));
  recorded?.catch((error: unknown) => services.logger.warn({ err: error }, 'a refused sign-in could not be recorded'));
}

const refusal = (at: string, { state }: Found<AgentState>): AgentCommand => ({
  type: 'RecordRefusedSignIn',
  at,
  why: state.passwordHash ? 'wrong-password' : 'no-password',
});

async function agentHalfIn(services: Services, call: Call<SignIn>, agent: Found<AgentState>): Promise<Answer> {
  const { context, body } = call;
  const { state, person } = agent;
  if (state.status === 'suspended') {
    const command: AgentCommand = { type: 'RecordRefusedSignIn', at: context.now.toISOString(), why: 'suspended' };
    await handle(services.log, agentDecider, person, command, asAgent(agent, context));
    throw forbidden(AGENT_MESSAGES.suspended);
  }
  const { emailAddress = '', cellNumber = '', communicationMethod: stored = 'C' } = state.details ?? {};
  const communicationMethod = body.communicationMethod || stored;
  const { correlationId } = context;
  const channel = channelOf(communicationMethod);
  await services.auth.limits.noteBegun(person, call.address);
  const password = { passwordAt: services.now(), passwordVersion: state.passwordVersion };
  const network = call.address;
  await services.auth.codes.issue({ person, purpose: 'sign-in', channel, network, ...password, correlationId });
  return { body: { emailAddress, communicationMethod, cellNumber: dialledDigits(cellNumber), message: OTP_SENT } };
}

/** An administrator signs in without a code (specification, section 6). */
async function adminIn(services: Services, call: Call<SignIn>, admin: Found<AdminState>): Promise<Answer> {
  const { context } = call;
  const at = context.now.toISOString();
  const { person, state } = admin;
  const own = asAdmin(admin, context);
  if (state.status === 'disabled') {
    await handle(services.log, adminDecider, person, { type: 'RecordRefusedAdminSignIn', at, why: 'disabled' }, own);
    throw forbidden(ADMIN_DISABLED);
  }
  const sessionId = await services.auth.sessions.open(person, originOf(call.request));
  const command = { type: 'RecordAdminSignIn', at, sessionId, passwordVersion: state.passwordVersion } as const;
  const { position } = await handle(services.log, adminDecider, person, command, own).catch(async (refusal) => {
    // Disabled, or a new password set, at this moment: this session was opened after that change had ended the others.
    await services.auth.sessions.end(person, sessionId);
    if (!isPasswordGone(refusal)) throw refusal;
    recordRefusal(services, context, { agent: null, admin });
    throw unauthenticated(WRONG_SIGN_IN);
  });
  await services.auth.limits.noteKnown(person, call.address);
  const { adminId, name, email, roles } = state;
  const claims = { role: 'Admin', emailAddress: email ?? '', sub: person, sid: sessionId } as const;
  const token = signToken(claims, services.config.jwtSecret, services.now());
  return { body: { adminId, email, token, name, roles }, ...(position ? { position } : {}) };
}
