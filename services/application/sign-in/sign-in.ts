import { ADMIN_DISABLED, type AdminCommand, type Administrator, adminDecider } from '@fynbos/domain/admin/admin.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { WithAuth } from '../auth/auth.ts';
import { channelOf } from '../auth/codes.ts';
import { adminByEmail, agentByEmail, agentByIdNumber, type PersonRecord } from '../auth/find-person.ts';
import { LIMITS } from '../auth/limits.ts';
import { isPassword } from '../auth/passwords.ts';
import type { Origin } from '../auth/sessions.ts';
import { type Claims, signToken } from '../auth/tokens.ts';
import { asPerson, forbidden, unauthenticated } from '../caller.ts';
import { handle } from '../handle.ts';
import type { Application, WithLog } from '../services.ts';

/** The message of every failed sign-in, for known and unknown people. */
export const WRONG_SIGN_IN = 'That ID number or email and password don’t match. Check them and try again.';

/** For an owner's commands: an attacker's refused sign-ins in the same stream must not keep the owner out. */
export const OWNER_COMMAND_RETRIES = { retries: 20 } as const;

/** Dependencies of the steps of a sign-in. */
export type SignInServices = Pick<Application, 'log' | 'config' | 'logger' | 'now'> & WithAuth;

export interface Credentials {
  readonly idNumber: string;
  readonly emailAddress: string;
  readonly password: string;
  /** Empty for the stored method. */
  readonly communicationMethod: 'E' | 'C' | '';
}

export interface SignInSource {
  /** The caller's network address, in the form used by rate limits. */
  readonly network: string;
  /** Device and network as the session shows them. */
  readonly origin: Origin;
  readonly context: CommandContext;
  /** The token of a remembered device; '' without one. */
  readonly deviceToken: string;
}

/** An administrator, or an agent on a remembered device, is signed in. Another agent was sent a code. */
export type SignedIn =
  | ({ readonly kind: 'admin'; readonly state: Administrator } & Omit<AgentSession, 'state'>)
  | { readonly kind: 'agent'; readonly state: AgentState; readonly communicationMethod: 'E' | 'C' }
  | ({ readonly kind: 'remembered' } & AgentSession);

export interface AgentSession {
  readonly state: AgentState;
  readonly sessionId: string;
  readonly token: string;
  readonly position: Position | undefined;
}

type Person = { readonly agent: PersonRecord<AgentState> | null; readonly admin: PersonRecord<Administrator> | null };
type Name = { readonly email: string } | { readonly idNumber: string };

/** Returns the sign-in name. An e-mail address is accepted in either field (specification, section 5, Login). */
function nameOf({ idNumber, emailAddress }: Credentials): Name {
  const name = emailAddress || idNumber;
  // Counted by its comparable form, looked up in every form that can be claimed.
  return name.includes('@') ? { email: comparableEmail(name) } : { idNumber: name };
}

/** The key under which failures of an unknown name are counted. */
const unknownName = (name: Name): string =>
  JSON.stringify('idNumber' in name ? { idNumber: comparableIdNumber(name.idNumber) } : name);

async function find({ log }: WithLog, name: Name): Promise<Person> {
  if ('idNumber' in name) return { agent: await agentByIdNumber(log, name.idNumber), admin: null };
  const [agent, admin] = await Promise.all([agentByEmail(log, name.email), adminByEmail(log, name.email)]);
  return { agent: admin ? null : agent, admin };
}

/**
 * Signs in an administrator, and an agent on a remembered device (C11); another agent gets a code (`verifySignIn`). An
 * unknown name has the message and limits of a wrong password (C6, C7). Throws 401, 403 and `RateLimitExceeded`.
 */
export async function signIn(
  services: SignInServices,
  credentials: Credentials,
  source: SignInSource,
): Promise<SignedIn> {
  const { limits } = services.auth;
  const { network } = source;
  const name = nameOf(credentials);
  await limits.consume(LIMITS.signInPerNetwork, network);
  const { agent, admin } = await find(services, name);
  // An account has one count for all its names. An unknown person is counted by the entered name.
  const who = (admin ?? agent)?.person ?? unknownName(name);
  const hash = admin?.state.passwordHash ?? agent?.state.passwordHash ?? null;
  if (!(await limits.attempt(who, network, () => isPassword(hash, credentials.password)))) {
    recordRefusal(services, source.context, { agent, admin });
    throw unauthenticated(WRONG_SIGN_IN);
  }
  if (admin) return signAdminIn(services, admin, source);
  const found = agent as PersonRecord<AgentState>;
  return (await signInFromDevice(services, found, source)) ?? sendSignInCode(services, found, credentials, source);
}

/** Signs in an active agent with the correct password if the device is remembered; null otherwise (C11). */
async function signInFromDevice(
  services: SignInServices,
  agent: PersonRecord<AgentState>,
  source: SignInSource,
): Promise<Extract<SignedIn, { kind: 'remembered' }> | null> {
  const { person, state } = agent;
  const { passwordVersion } = state;
  if (state.status !== 'active' || source.deviceToken === '') return null;
  const deviceId = await services.auth.devices.use(person, passwordVersion, source.deviceToken, source.origin);
  if (deviceId === null) return null;
  const record = (sessionId: string) => ({ type: 'SignInFromDevice', sessionId, passwordVersion, deviceId }) as const;
  const session = await openAgentSession(services, agent, source, record).catch((refused) => {
    throw isPasswordGone(refused) ? unauthenticated(WRONG_SIGN_IN) : refused;
  });
  return { kind: 'remembered', ...session };
}

/** Whether the sign-in was refused because the correct password was replaced in the meantime. */
export const isPasswordGone = (refusal: unknown): boolean =>
  isDomainError(refusal) && refusal.kind === 'unauthenticated';

/** Without delaying the answer: a delay for some names only would reveal that they exist. */
function recordRefusal(
  { log, logger }: Pick<Application, 'log' | 'logger'>,
  context: CommandContext,
  { agent, admin }: Person,
): void {
  const wrong = { type: 'RecordRefusedAdminSignIn', why: 'wrong-password' } as const;
  const recorded = admin
    ? handle(log, {
        decider: adminDecider,
        streamId: admin.person,
        command: wrong,
        context: asPerson(admin.person, context),
      })
    : agent &&
      handle(log, {
        decider: agentDecider,
        streamId: agent.person,
        command: refusal(agent),
        context: asPerson(agent.person, context),
      });
  recorded?.catch((error: unknown) => logger.warn({ err: error }, 'a refused sign-in could not be recorded'));
}

const refusal = ({ state }: PersonRecord<AgentState>): AgentCommand => ({
  type: 'RecordRefusedSignIn',
  why: state.passwordHash ? 'wrong-password' : 'no-password',
});

/** Records and refuses the sign-in of a suspended agent. Throws 403. */
export async function assertNotSuspended(
  log: Application['log'],
  agent: PersonRecord<AgentState>,
  context: CommandContext,
): Promise<void> {
  if (agent.state.status !== 'suspended') return;
  const command: AgentCommand = { type: 'RecordRefusedSignIn', why: 'suspended' };
  await handle(log, {
    decider: agentDecider,
    streamId: agent.person,
    command,
    context: asPerson(agent.person, context),
  });
  throw forbidden(AGENT_MESSAGES.suspended);
}

async function sendSignInCode(
  { log, auth, now }: SignInServices,
  agent: PersonRecord<AgentState>,
  credentials: Credentials,
  { network, context }: SignInSource,
): Promise<SignedIn> {
  const { state, person } = agent;
  await assertNotSuspended(log, agent, context);
  const communicationMethod = credentials.communicationMethod || (state.details?.communicationMethod ?? 'C');
  const channel = channelOf(communicationMethod);
  await auth.limits.recordFirstCodeNetwork(person, network);
  const password = { passwordAt: now(), passwordVersion: state.passwordVersion };
  const { correlationId } = context;
  await auth.codes.issue({ person, purpose: 'sign-in', channel, network, ...password, correlationId });
  return { kind: 'agent', state, communicationMethod };
}

/** An administrator signs in without a code (specification, section 6). */
async function signAdminIn(
  services: SignInServices,
  admin: PersonRecord<Administrator>,
  source: SignInSource,
): Promise<Extract<SignedIn, { kind: 'admin' }>> {
  const { passwordVersion } = admin.state;
  const record = (sessionId: string) => ({ type: 'RecordAdminSignIn', sessionId, passwordVersion }) as const;
  return openAdminSession(services, admin, source, record).catch((refused) => {
    if (!isPasswordGone(refused)) throw refused;
    recordRefusal(services, source.context, { agent: null, admin });
    throw unauthenticated(WRONG_SIGN_IN);
  });
}

/** Opens an agent's session. `record`: the command that records the sign-in; a refusal ends the session again. */
export const openAgentSession = (
  services: SignInServices,
  { person, state }: PersonRecord<AgentState>,
  source: SignInSource,
  record: (sessionId: string) => AgentCommand,
): Promise<AgentSession> => {
  const claims = { role: 'TravelAgent', emailAddress: state.details?.emailAddress ?? '' } as const;
  const own = asPerson(person, source.context);
  return openSession(services, { ...source, person }, claims, (sessionId) =>
    handle(services.log, {
      decider: agentDecider,
      streamId: person,
      command: record(sessionId),
      context: own,
      ...OWNER_COMMAND_RETRIES,
    }),
  );
};

async function openSession<State>(
  { auth, config, now }: SignInServices,
  { person, network, origin }: SignInSource & { readonly person: string },
  claims: Pick<Claims, 'role' | 'emailAddress'>,
  record: (
    sessionId: string,
  ) => Promise<{ readonly state: State; readonly position: Position | undefined; readonly revision: number }>,
) {
  const sessionId = await auth.sessions.open(person, origin);
  const { state, position, revision } = await record(sessionId).catch(async (refused: unknown) => {
    // Suspended, disabled, or a new password at this moment: this session was opened after that had ended the others.
    await auth.sessions.end(person, sessionId);
    throw refused;
  });
  await auth.sessions.recordSignIn(sessionId, revision);
  await auth.limits.recordKnownNetwork(person, network);
  const token = signToken({ ...claims, sub: person, sid: sessionId }, config.jwtSecret, now());
  return { state, sessionId, token, position };
}

/** As `openAgentSession`, for an administrator. Records and refuses the sign-in of a disabled one: throws 403. */
export async function openAdminSession(
  services: SignInServices,
  { person, state }: PersonRecord<Administrator>,
  source: SignInSource,
  record: (sessionId: string) => AdminCommand,
): Promise<Extract<SignedIn, { kind: 'admin' }>> {
  const own = asPerson(person, source.context);
  if (state.status === 'disabled') {
    await handle(services.log, {
      decider: adminDecider,
      streamId: person,
      command: { type: 'RecordRefusedAdminSignIn', why: 'disabled' },
      context: own,
    });
    throw forbidden(ADMIN_DISABLED);
  }
  const claims = { role: 'Admin', emailAddress: state.email ?? '' } as const;
  const session = await openSession(services, { ...source, person }, claims, (sessionId) =>
    handle(services.log, {
      decider: adminDecider,
      streamId: person,
      command: record(sessionId),
      context: own,
      ...OWNER_COMMAND_RETRIES,
    }),
  );
  // The command is refused for an unknown administrator.
  return { kind: 'admin', ...session, state: session.state as Administrator };
}
