import { handle, load } from '@fynbos/application/handle.ts';
import { hashPassword } from '@fynbos/application/sign-in/passwords.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { type EnquiryState, enquiryDecider, enquiryStream } from '@fynbos/domain/enquiry/enquiry.ts';
import { ENQUIRY_STATUSES } from '@fynbos/domain/enquiry/events.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type EnquiryRow, enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { z } from 'zod';
import { enquiryListed } from '../enquiries/enquiries.ts';
import { caseless } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { answeringStale, ifMatchOf, Stale } from '../lists/version.ts';
import { sendWhole } from '../lists/whole-list.ts';
import { type AddedAgent, addAgentBody } from './add-agent-form.ts';
import { changeAgent, changeAgentBank } from './agent-changes.ts';
import { bankFields, bankOf, detailsOf, personFields } from './agent-form.ts';
import { knownBanks } from './known-banks.ts';
import { addAgent } from './register.ts';
import { warningsOf } from './registration-form.ts';

const message = z.object({ message: z.string() });

/** Adds an agent, who earns at once; the defaults of section 5 fill what is absent. */
async function add(services: Services, { body, context }: Call<AddedAgent>): Promise<Answer> {
  const agent = {
    source: 'admin',
    details: detailsOf(body, body.communicationMethod),
    bank: bankOf(body, body.taxCountry, await knownBanks(services)),
    passwordHash: body.password === undefined ? null : await hashPassword(body.password),
    termsAccepted: body.termsAndConditions,
    employerConsent: body.employerConsent,
  } as const;
  const { agentId, position } = await addAgent(services, agent, context);
  const told = { id: agentId, warnings: warningsOf(body), message: 'Travel agent created successfully!' };
  return { body: told, ...(position ? { position } : {}) };
}

const anything = z.unknown().optional();
const optionally = (fields: object) => Object.fromEntries(Object.keys(fields).map((field) => [field, anything]));

/** Whatever is sent of an agent, found as section 7 spells it anywhere; the forms of the dashboard judge it. */
const valuesBody = caseless({
  id: anything,
  communicationMethod: anything,
  ...optionally(personFields),
  ...optionally(bankFields),
});
type Values = z.output<typeof valuesBody>;

const idIn = (body: Values): string => {
  const id = typeof body.id === 'string' || typeof body.id === 'number' ? String(body.id) : '';
  if (!/^\d{1,15}$/.test(id)) throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
  return id;
};

/**
 * Personal or banking values of an agent, by the same handlers as the dashboard's; both at once are refused, since either
 * may be. Banking values wait for a second person, like e-mail address and cell number; If-Match is heeded where it is sent.
 */
async function update(services: Services, call: Call<Values>): Promise<Answer | undefined> {
  const id = idIn(call.body);
  const version = ifMatchOf(call.request);
  const given = Object.keys(call.body).filter((field) => field !== 'id');
  const banking = given.some((field) => field in bankFields);
  const personal = given.filter((field) => !(field in bankFields));
  if (banking && personal.length > 0) {
    const message = 'Personal and banking values are changed each by a call of their own.';
    const errors = personal.map((field) => ({ field, message }));
    throw new DomainError('invalid', 'agent.two-kinds', message, errors);
  }
  return answeringStale(call, () => (banking ? changeAgentBank : changeAgent)(services, call, id, version));
}

async function setStatus(
  { log }: Services,
  { params, body, context, request }: Call<{ status: EnquiryState['status'] }>,
): Promise<Answer> {
  const stream = enquiryStream(params.id ?? '');
  const version = ifMatchOf(request);
  if (version !== null) {
    const current = await load(log, enquiryDecider, stream);
    if (current.stream.revision >= 0 && current.stream.revision + 1 !== version) {
      throw new Stale({
        id: current.state.enquiryId,
        status: current.state.status,
        version: current.stream.revision + 1,
      });
    }
  }
  const { status } = body;
  if (status === 'none') throw new DomainError('invalid', 'enquiry.status', 'Resolved, Escalated or Activated.');
  const command = { type: 'SetEnquiryStatus', at: context.now.toISOString(), status } as const;
  const { position } = await handle(log, enquiryDecider, stream, command, context);
  return { body: { message: `The enquiry is ${status}.` }, ...(position ? { position } : {}) };
}

const ALL_ENQUIRIES = {
  text: `select * from ${readModelTable(enquiries).sql} order by "dateCreated" desc, id desc`,
  values: [],
};

const enquiryShape = z.looseObject({
  id: z.int(),
  email: z.string(),
  typeOfQuery: z.string(),
  queryDetails: z.string(),
  status: z.string(),
  dateCreated: z.string(),
  referenceNumber: z.string(),
});

/** The calls of section 7 that an administrator's browser makes, but promotions and the list of agents. */
export const adminRoutes = (services: Services): Route[] => [
  route({
    method: 'post',
    paths: ['/admin/add-agent', '/admin/travel-agents'],
    who: { admin: 'agents:change' },
    tag: 'Travel agents',
    summary: 'Add an agent. Without a password the agent gets a mail to set one.',
    status: 201,
    body: addAgentBody,
    answer: z.object({
      id: z.int(),
      warnings: z.array(z.object({ field: z.string(), message: z.string() })),
      message: z.string(),
    }),
    handle: (call) => add(services, call),
  }),
  route({
    method: 'post',
    paths: ['/admin/update'],
    ifMatch: 'heeded',
    secondPerson: true,
    who: { admin: 'agents:change' },
    tag: 'Travel agents',
    summary: 'Change personal or banking values of an agent.',
    body: valuesBody,
    handle: (call) => update(services, call),
  }),
  route({
    method: 'get',
    paths: ['/admin/queries'],
    who: { admin: 'enquiries:see' },
    tag: 'Enquiries',
    summary: 'All enquiries, the newest first.',
    reads: [enquiries.name],
    answer: z.array(enquiryShape),
    handle: (call) => sendWhole<EnquiryRow>(call, services.exports, ALL_ENQUIRIES, enquiryListed),
  }),
  route({
    method: 'put',
    paths: ['/admin/update-status/{id}'],
    ifMatch: 'heeded',
    who: { admin: 'enquiries:answer' },
    tag: 'Enquiries',
    summary: 'Set the status of an enquiry.',
    body: z.object({ status: z.enum(ENQUIRY_STATUSES, 'Resolved, Escalated or Activated.') }),
    answer: message,
    handle: (call) => answeringStale(call, () => setStatus(services, call)),
  }),
];
