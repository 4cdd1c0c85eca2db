import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { agentOf, mustBeOneself } from '@fynbos/application/caller.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import { constantTime } from '@fynbos/application/sign-in/constant-time.ts';
import { LIMITS } from '@fynbos/application/sign-in/limits.ts';
import { agentByEmail } from '@fynbos/application/sign-in/people.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { COUNTRIES } from '@fynbos/domain/identity/countries.ts';
import { businessEmailProblem } from '@fynbos/domain/identity/email.ts';
import { cellNumberE164, dialledDigits } from '@fynbos/domain/identity/phone.ts';
import { REFERRAL_MESSAGES, referralDecider } from '@fynbos/domain/referral/referral.ts';
import { listReferralsBy } from '@fynbos/projections/referrals/queries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';
import { neededIata } from '../agents/agent-form.ts';
import { across, caseless, needed, neededLine, neededName, optionalText } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { isItsRef, refer, referralOf } from './refer.ts';

/** Specification, section 5, Referral form. */
const MESSAGES = {
  firstName: "Travel Agent's Firstname is required!",
  surname: "Travel Agent's Surname is required!",
  email: 'Email Address is required.',
  cell: "Travel Agent's Cellphone Number is required!",
  cellNumeric: 'Cellphone Number must contain only numeric characters.',
  cellLength: 'Cellphone Number must be a number of one of the countries.',
  agency: "Travel Agent's Agency Name is required!",
  iata: "Travel Agent's Travel Agency IATA Number is required!",
  dialCode: 'Dial Code is required!',
  notActive: 'Choose an active travel agent.',
} as const;

const NOT_A_NAME = 'Enter a name, not a sentence.';

const positiveId = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value),
  z.int(REFERRAL_MESSAGES.idRequired).positive(REFERRAL_MESSAGES.idRequired),
);

/** An invited person's name appears in an e-mail from us to a stranger: it allows no link and no room for a message. */
const invitedName = (message: string) =>
  neededName(message, 60).refine((text) => !/[:;!?]|\d{5}|\p{L}{4,}\.\s+\p{L}/u.test(text), NOT_A_NAME);

const referFields = {
  firstName: invitedName(MESSAGES.firstName),
  surname: invitedName(MESSAGES.surname),
  emailAddress: needed(MESSAGES.email),
  countryDialCode: optionalText(8),
  contactNumber: needed(MESSAGES.cell, 20).refine((text) => /^\+?\d+$/.test(text), MESSAGES.cellNumeric),
  iATANumber: neededIata(MESSAGES.iata),
  agencyName: neededLine(MESSAGES.agency),
  referredByAgentId: positiveId,
} as const;
type ReferFields = z.output<z.ZodObject<typeof referFields>>;

const withBusinessEmail = (body: z.ZodObject<typeof referFields>) =>
  body.refine(
    ...across<ReferFields>('emailAddress', ({ emailAddress }) =>
      emailAddress ? businessEmailProblem(emailAddress) : null,
    ),
  );
const referBody = caseless(referFields, withBusinessEmail);
/** The administrator's form: every visible field is required (specification, section 5, Referral form). */
const adminReferBody = caseless(
  { ...referFields, countryDialCode: needed(MESSAGES.dialCode, 8) },
  withBusinessEmail as never,
) as typeof referBody;

/**
 * Returns a contact number as E.164: with its dial code in front, or in the national format of the referring agent's
 * country.
 */
function contactNumberOf(text: string, dialCode: string, taxCountry: string): string {
  const byPrefix = COUNTRIES.find(({ dailCode }) => text.replace(/^\+/, '').startsWith(dailCode));
  const homes = [
    ...(dialCode ? [{ taxCountry, countryDialCode: dialCode }] : []),
    { taxCountry },
    ...(byPrefix ? [{ taxCountry: byPrefix.code }] : []),
  ];
  for (const home of homes) {
    const e164 = cellNumberE164(text, home);
    if (e164) return e164;
  }
  throw new DomainError('invalid', 'referral.number', MESSAGES.cellLength, [
    { field: 'contactNumber', message: MESSAGES.cellLength },
  ]);
}

/** Refers the person in a form on behalf of an agent with these details. */
async function referFor(services: Services, body: ReferFields, taxCountry: string, context: CommandContext) {
  const { referredByAgentId: agentId } = body;
  const contactNumber = contactNumberOf(body.contactNumber, body.countryDialCode, taxCountry);
  await services.auth.limits.take(LIMITS.referralPerPerson, `agent-${agentId}`);
  await services.auth.limits.take(LIMITS.referralPerDay, `agent-${agentId}`);
  const { firstName, surname, emailAddress, agencyName, iATANumber: iataNumber } = body;
  const person = { firstName, surname, emailAddress, contactNumber, iataNumber, agencyName };
  return refer(services, agentId, person, context);
}

async function referAgent(services: Services, { body, caller, context }: Call<ReferFields>): Promise<Answer> {
  const { agentId } = mustBeOneself(caller, body.referredByAgentId);
  const { details } = await loadAgent(services, agentId);
  const { position } = await referFor(services, body, details.taxCountry, context);
  return { body: { message: REFERRAL_MESSAGES.success }, ...(position ? { position } : {}) };
}

/**
 * Refers a person on behalf of an active agent; the invitation contains the agent's name. The event records the
 * administrator as actor and the agent as referrer. The agent's rules and limits apply.
 */
async function referForAgent(services: Services, { body, context }: Call<ReferFields>): Promise<Answer> {
  const { state } = await load(services.log, agentDecider, agentStream(body.referredByAgentId));
  if (state.status !== 'active' || !state.details)
    throw new DomainError('invalid', 'referral.referrer', MESSAGES.notActive, [
      { field: 'referredByAgentId', message: MESSAGES.notActive },
    ]);
  const { referralId, position } = await referFor(services, body, state.details.taxCountry, context);
  return { body: { id: referralId, message: REFERRAL_MESSAGES.success }, ...(position ? { position } : {}) };
}

/**
 * Returns details that prefill the registration. The caller must have the link, with both the address and the secret
 * (F3).
 */
async function referredAgent(
  services: Services,
  { query, address }: Call<unknown, { email: string; ref: string }>,
): Promise<Answer> {
  await services.auth.limits.take(LIMITS.lookUpPerNetwork, address);
  const found = query.email ? await referralOf(services, query.email) : null;
  if (!found?.state.person || !isItsRef(services, found, query.ref)) {
    throw new DomainError('not-found', 'referral.unknown', 'There is no such invitation.');
  }
  const { contactNumber, ...person } = found.state.person;
  return { body: { ...person, contactNumber: dialledDigits(contactNumber) } };
}

/** Changes Invited to Registered. Answers the same with or without an invitation. */
function completeRegistration(
  services: Services,
  { body, context, address }: Call<{ emailAddress: string; ref: string }>,
): Promise<Answer> {
  return constantTime(100, async () => {
    await services.auth.limits.take(LIMITS.lookUpPerNetwork, address);
    const [found, agent] = await Promise.all([
      referralOf(services, body.emailAddress),
      agentByEmail(services.log, body.emailAddress),
    ]);
    if (!found || !(agent || isItsRef(services, found, body.ref))) return { body: {} };
    const command = {
      type: 'RegisterReferral',
      at: context.now.toISOString(),
      agentId: agent?.state.agentId ?? null,
    } as const;
    const { position } = await handle(services.log, referralDecider, found.streamId, command, context);
    return { body: {}, ...(position ? { position } : {}) };
  });
}

const referralShape = z.object({
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  agencyName: z.string(),
  registrationStatus: z.string(),
  referredOn: z.string(),
  lastUpdated: z.string(),
});

/** Referrals of other people, and their results. */
export const referralRoutes = (services: Services): Route[] => [
  route({
    method: 'post',
    paths: ['/Referral/refer-agent'],
    who: 'agent',
    tag: 'Referrals',
    summary: 'Refer somebody, who gets an invitation by mail.',
    body: referBody,
    answer: z.object({ message: z.string() }),
    handle: (call) => referAgent(services, call),
  }),
  route({
    method: 'post',
    paths: ['/admin/referrals'],
    who: { admin: 'agents:change' },
    tag: 'Travel agents',
    summary: 'Refer a person on behalf of an active agent. The person gets an invitation by mail.',
    status: 201,
    body: adminReferBody,
    answer: z.object({ id: z.string(), message: z.string() }),
    handle: (call) => referForAgent(services, call),
  }),
  route({
    method: 'get',
    paths: ['/referral/referral-status'],
    who: 'agent',
    tag: 'Referrals',
    summary: "What became of one's own referrals.",
    query: z.object({ referringAgentId: positiveId }),
    reads: [referrals.name],
    answer: z.object({ referrals: z.array(referralShape) }),
    handle: async ({ caller, query }) => {
      const { agentId } = mustBeOneself(agentOf(caller), query.referringAgentId);
      return { body: { referrals: await listReferralsBy(services.pool, agentId) } };
    },
  }),
  route({
    method: 'get',
    paths: ['/referral/get-referred-agent'],
    who: 'anyone',
    tag: 'Referrals',
    summary: 'What an invitation says of the person, for who has its link: `email` and `ref` both.',
    query: caseless({ email: optionalText(), ref: optionalText() }),
    answer: z.looseObject({ firstName: z.string(), surname: z.string(), emailAddress: z.string() }),
    handle: (call) => referredAgent(services, call),
  }),
  route({
    method: 'post',
    paths: ['/referral/complete-registration'],
    who: 'anyone',
    tag: 'Referrals',
    summary: 'An invited person has registered.',
    body: caseless({ emailAddress: needed(MESSAGES.email), ref: optionalText() }),
    answer: z.object({}),
    handle: (call) => completeRegistration(services, call),
  }),
];
