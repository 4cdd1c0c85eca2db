import { agentOf, assertOneself } from '@fynbos/application/caller.ts';
import {
  completeRegistration,
  invitedPerson,
  inviterName,
  referralLinkOf,
  replaceReferralLink,
} from '@fynbos/application/referrals/invitations.ts';
import {
  type ReferralForm,
  referAgent,
  referOnBehalfOf,
  remindReferred,
} from '@fynbos/application/referrals/refer-agent.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { businessEmailProblem } from '@fynbos/domain/identity/email.ts';
import { dialledDigits } from '@fynbos/domain/identity/phone.ts';
import { REFERRAL_MESSAGES } from '@fynbos/domain/referral/referral.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { listReferralsBy, referralTree } from '@fynbos/projections/referrals/queries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';
import { requiredIata } from '../agents/agent-form.ts';
import {
  caseInsensitive,
  caseInsensitiveAs,
  fieldRule,
  optionalText,
  requiredLine,
  requiredName,
  requiredText,
  type SentText,
} from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { equalTo, onDay, partsOf } from '../lists/filters.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { invitedAnswer, ownReferralAnswer, referralAnswer, referralTreeAnswer } from './answers.ts';

/** Specification, section 5, Referral form. */
const MESSAGES = {
  firstName: "Travel Agent's Firstname is required!",
  surname: "Travel Agent's Surname is required!",
  email: 'Email Address is required.',
  cell: "Travel Agent's Cellphone Number is required!",
  cellNumeric: 'Cellphone Number must contain only numeric characters.',
  agency: "Travel Agent's Agency Name is required!",
  iata: "Travel Agent's Travel Agency IATA Number is required!",
  dialCode: 'Dial Code is required!',
} as const;

const linkShape = z.object({ link: z.string() });
const linkAnswer = ({ config }: Services, code: string) => ({
  link: `${config.publicUrl}/registration?from=${code}`,
});

const NOT_A_NAME = 'Enter a name, not a sentence.';

const positiveId = z.preprocess(
  (value: SentText) => (typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value),
  z.int(REFERRAL_MESSAGES.idRequired).positive(REFERRAL_MESSAGES.idRequired),
);

/** An invited person's name appears in an e-mail from us to a stranger: it allows no link and no room for a message. */
const invitedName = (message: string) =>
  requiredName(message, 60).refine((text) => !/[:;!?]|\d{5}|\p{L}{4,}\.\s+\p{L}/u.test(text), NOT_A_NAME);

const referFields = {
  firstName: invitedName(MESSAGES.firstName),
  surname: invitedName(MESSAGES.surname),
  emailAddress: requiredText(MESSAGES.email),
  countryDialCode: optionalText(8),
  contactNumber: requiredText(MESSAGES.cell, 20).refine((text) => /^\+?\d+$/.test(text), MESSAGES.cellNumeric),
  iATANumber: requiredIata(MESSAGES.iata),
  agencyName: requiredLine(MESSAGES.agency),
  referredByAgentId: positiveId,
} as const;
type ReferFields = z.output<z.ZodObject<typeof referFields>>;

const rules = [
  fieldRule('emailAddress', ({ emailAddress }) => (emailAddress ? businessEmailProblem(emailAddress) : null)),
];
/** The portal sends the fields as section 7 spells them. */
type SentReferral = {
  [Name in keyof typeof referFields as Capitalize<Name>]: z.input<(typeof referFields)[Name]>;
};
const referBody = caseInsensitiveAs<typeof referFields, SentReferral>(referFields, rules);
const completedFields = { emailAddress: requiredText(MESSAGES.email), ref: optionalText() } as const;
/** The administrator's form: every visible field is required (specification, section 5, Referral form). */
const adminReferBody = caseInsensitive({ ...referFields, countryDialCode: requiredText(MESSAGES.dialCode, 8) }, rules);

const formOf = (body: ReferFields): ReferralForm => {
  const { firstName, surname, emailAddress, agencyName, iATANumber: iataNumber, contactNumber, countryDialCode } = body;
  return { firstName, surname, emailAddress, contactNumber, countryDialCode, iataNumber, agencyName };
};

/** Referrals of other people, and their results. */
export const agentReferralRoutes = tagged('Referrals', [
  route.post('/Referral/refer-agent', {
    who: 'agent',
    summary: 'Refer a person. The person gets an invitation by e-mail',
    body: referBody,
    message: REFERRAL_MESSAGES.success,
    run: ({ body, caller, context }, services) =>
      referAgent(services, assertOneself(caller, body.referredByAgentId).agentId, formOf(body), context),
  }),
  route.post('/admin/referrals', {
    who: { admin: 'agents:change' },
    tag: 'Travel agents',
    summary: 'Refer a person on behalf of an active agent. The person gets an invitation by e-mail',
    status: 201,
    body: adminReferBody,
    answer: z.object({ id: z.string(), message: z.string() }),
    handle: async ({ body, context }, services) => {
      const { referralId, position } = await referOnBehalfOf(services, body.referredByAgentId, formOf(body), context);
      return { body: { id: referralId, message: REFERRAL_MESSAGES.success }, position };
    },
  }),
  route.get('/referral/referral-status', {
    who: 'agent',
    summary: 'List your referrals and their status',
    query: z.object({ referringAgentId: positiveId }),
    reads: [referrals.name],
    answer: z.object({ referrals: z.array(ownReferralAnswer) }),
    handle: async ({ caller, query }, services) => {
      const { agentId } = assertOneself(agentOf(caller), query.referringAgentId);
      return { body: { referrals: await listReferralsBy(services.db, agentId) } };
    },
  }),
  route.post('/agent/referrals/{id}/reminder', {
    who: 'agent',
    summary: 'Send a reminder to a person you invited: at most once a week and three times in total',
    message: 'The reminder was sent.',
    run: ({ caller, params, context }, services) =>
      remindReferred(services, agentOf(caller).agentId, params.id, context),
  }),
  route.get('/agent/referral-link', {
    who: 'agent',
    summary: 'Get your personal link, which opens the registration with your name',
    answer: linkShape,
    handle: async ({ caller }, services) => ({
      body: linkAnswer(services, await referralLinkOf(services, agentOf(caller).agentId)),
    }),
  }),
  route.post('/agent/referral-link', {
    who: 'agent',
    summary: 'Replace your personal link. The previous link stops working',
    answer: linkShape,
    handle: async ({ caller, context }, services) => {
      const { code, position } = await replaceReferralLink(services, agentOf(caller).agentId, context);
      return { body: linkAnswer(services, code), position };
    },
  }),
  route.get('/referral/inviter', {
    who: 'anyone',
    summary: 'Get the name of the agent with this personal link',
    query: caseInsensitive({ link: optionalText() }),
    answer: z.object({ invitedBy: z.string() }),
    handle: async ({ query, address }, services) => ({
      body: { invitedBy: await inviterName(services, query.link, address) },
    }),
  }),
  route.get('/referral/get-referred-agent', {
    who: 'anyone',
    summary: 'Get the details of an invited person to the holder of the link (`email` and `ref`)',
    query: caseInsensitive({ email: optionalText(), ref: optionalText() }),
    answer: invitedAnswer,
    handle: async ({ query, address: network }, services) => {
      const { contactNumber, ...person } = await invitedPerson(services, { ...query, network });
      return { body: { ...person, contactNumber: dialledDigits(contactNumber) } };
    },
  }),
  route.post('/referral/complete-registration', {
    who: 'anyone',
    summary: 'Record that an invited person registered',
    body: caseInsensitiveAs<typeof completedFields, { EmailAddress: string; ref: string }>(completedFields),
    answer: z.object({}),
    handle: async ({ body, context, address: network }, services) => {
      await completeRegistration(services, { ...body, email: body.emailAddress, network }, context);
      // Without a position: it would tell a visitor whether the address was invited.
      return { body: {} };
    },
  }),
]);

export const referralRoutes = tagged('Travel agents', [
  ...tableRoutes({
    resource: 'referrals',
    permission: 'agents:see',
    summary: 'List referrals',
    projection: referrals,
    records: (rows) =>
      rows.map(({ searchText: _search, remindFrom: _remindFrom, reminders: _reminders, ...row }) => row),
    answer: referralAnswer,
    list: {
      key: 'id',
      filters: {
        ...equalTo('text', 'id', 'registrationStatus'),
        ...equalTo('number', 'referredByAgentId', 'agentId'),
        q: { column: 'searchText', match: 'contains', folded: true, stored: (value) => value.toLowerCase() },
        referredIn: { column: 'referredOn', match: 'in-month' },
        ...partsOf('firstName', 'surname', 'emailAddress', 'agencyName'),
        ...onDay('referredOn', 'lastUpdated'),
      },
      sorts: { referredOn: 'referredOn' },
      defaultSort: { field: 'referredOn', descending: true },
      facets: ['registrationStatus'],
    },
  }),
  route.get('/admin/travel-agents/{id}/referral-tree', {
    who: { admin: 'agents:see' },
    summary: 'Get the referrals above and below an agent',
    reads: [referrals.name, agents.name],
    answer: referralTreeAnswer,
    handle: async ({ params }, { db }) => {
      const id = Number(params.id);
      const tree = await referralTree(db, Number.isInteger(id) ? id : 0);
      if (!tree) throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
      return { body: tree };
    },
  }),
]);
