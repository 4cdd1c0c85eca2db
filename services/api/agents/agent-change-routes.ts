import {
  recordEmployerConsent,
  reinstateAgent,
  suspendAgent,
  unlockAgent,
} from '@fynbos/application/agents/manage-agent.ts';
import { recordAdminAction } from '@fynbos/application/audit/record-admin-action.ts';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { caseInsensitive, reasonField } from '../http/fields.ts';
import { checkedReason } from '../http/headers.ts';
import { type Call, route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { shownAgent } from './agent-answer.ts';
import { bankFields, personFields } from './agent-form.ts';
import { agentSessionAnswer, shownAgentAnswer } from './answers.ts';
import { submitBankDetails, submitDetails } from './submit-details.ts';

const reasonBody = z.object({ reason: reasonField('A reason is required!', 500) });

const optionalValue = z.unknown().optional();
const asOptional = (fields: object) => Object.fromEntries(Object.keys(fields).map((field) => [field, optionalValue]));

/** Fields of an agent in any letter case. The dashboard forms check their values. */
const updateBody = caseInsensitive({
  id: optionalValue,
  communicationMethod: optionalValue,
  ...asOptional(personFields),
  ...asOptional(bankFields),
});
type UpdateBody = z.output<typeof updateBody>;

const agentIdOf = (body: UpdateBody): string => {
  const id = typeof body.id === 'string' || typeof body.id === 'number' ? String(body.id) : '';
  if (!/^\d{1,15}$/.test(id)) throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
  return id;
};

/** Takes the optional `reason` out of the body of a change and records it with the change. */
function withReason<Body extends Readonly<Record<string, unknown>>>(call: Call<Body>): Call<Omit<Body, 'reason'>> {
  const { reason: sentReason, ...body } = call.body;
  const reason = typeof sentReason === 'string' ? checkedReason(sentReason) : undefined;
  return { ...call, body, context: reason ? { ...call.context, reason } : call.context };
}

/** Changes personal or banking values. A call with both is refused, because each kind can be refused separately. */
async function update(services: Services, call: Call<UpdateBody>) {
  const id = agentIdOf(call.body);
  const sentFields = Object.keys(call.body).filter((field) => field !== 'id');
  const banking = sentFields.some((field) => field in bankFields);
  const personal = sentFields.filter((field) => !(field in bankFields));
  if (banking && personal.length > 0) {
    const message = 'Change personal and banking values in separate calls.';
    const errors = personal.map((field) => ({ field, message }));
    throw new DomainError('invalid', 'agent.two-kinds', message, errors);
  }
  return (banking ? submitBankDetails : submitDetails)(services, call, id, call.version);
}

const answerAfter = async (services: Services, agentId: string, position: Position | undefined) => ({
  body: await shownAgent(services, agentId),
  position,
});

/** Details change at once, bank and contact details after an approval. */
export const agentChangeRoutes = tagged('Travel agents', [
  route.put('/admin/travel-agents/{id}/bank', {
    ifMatch: 'required',
    needsApproval: true,
    who: { admin: 'agents:change-bank-or-contact' },
    summary: "Request a change of an agent's bank details. It needs an approval",
    body: z.record(z.string(), z.unknown()),
    answer: shownAgentAnswer,
    handle: (call, services) => submitBankDetails(services, withReason(call), call.params.id, call.version),
    current: ({ params }, services) => shownAgent(services, params.id),
  }),
  route.put('/admin/travel-agents/{id}', {
    ifMatch: 'required',
    needsApproval: true,
    who: { admin: 'agents:change' },
    summary: 'Change fields of an agent. A new e-mail address or cell number needs an approval',
    body: z.record(z.string(), z.unknown()),
    answer: shownAgentAnswer,
    handle: (call, services) => submitDetails(services, withReason(call), call.params.id, call.version),
    current: ({ params }, services) => shownAgent(services, params.id),
  }),
  route.post('/admin/update', {
    ifMatch: 'optional',
    needsApproval: true,
    who: { admin: 'agents:change' },
    summary: 'Change personal or banking values of an agent. Banking and contact values need an approval',
    body: updateBody,
    answer: shownAgentAnswer,
    handle: (call, services) => update(services, withReason(call)),
    current: ({ body }, services) => shownAgent(services, agentIdOf(body)),
  }),
  route.post('/admin/travel-agents/{id}/suspend', {
    who: { admin: 'agents:suspend' },
    summary: 'Suspend an agent, with a reason. The sessions of the agent end',
    body: reasonBody,
    answer: shownAgentAnswer,
    handle: async ({ body, params: { id }, context }, services) => {
      return answerAfter(services, id, await suspendAgent(services, id, body.reason, context));
    },
  }),
  route.post('/admin/travel-agents/{id}/reinstate', {
    who: { admin: 'agents:suspend' },
    summary: 'Reinstate a suspended agent, with a reason',
    body: reasonBody,
    answer: shownAgentAnswer,
    handle: async ({ body, params: { id }, context }, services) => {
      return answerAfter(services, id, await reinstateAgent(services, id, body.reason, context));
    },
  }),
  route.post('/admin/travel-agents/{id}/unlock', {
    who: { admin: 'agents:unlock' },
    summary: 'Unlock the password change of an agent who entered two wrong old passwords',
    answer: shownAgentAnswer,
    handle: async ({ params: { id }, context }, services) => {
      return answerAfter(services, id, await unlockAgent(services, id, context));
    },
  }),
  route.post('/admin/travel-agents/{id}/employer-consent', {
    who: { admin: 'agents:change' },
    summary: "Record that the agent's employer consents or no longer consents. Without consent nothing is paid",
    body: reasonBody.extend({ given: z.boolean('Given or not given.') }),
    answer: shownAgentAnswer,
    handle: async ({ body, params: { id }, context }, services) => {
      return answerAfter(services, id, await recordEmployerConsent(services, id, body, context));
    },
  }),
  route.get('/admin/travel-agents/{id}/sessions', {
    who: { admin: 'agents:change' },
    summary: "List an agent's live sessions",
    answer: z.array(agentSessionAnswer),
    handle: async ({ params }, services) => ({ body: await services.auth.sessions.list(agentStreamOf(params.id)) }),
  }),
  route.delete('/admin/travel-agents/{id}/sessions/{sessionId}', {
    who: { admin: 'agents:change' },
    summary: "End one of an agent's sessions",
    status: 204,
    handle: async (call, services) => {
      const { id, sessionId } = call.params;
      const live = await services.auth.sessions.list(agentStreamOf(id));
      if (!live.some((session) => session.sessionId === sessionId))
        throw new DomainError('not-found', 'session.unknown', 'Session not found.');
      const on = `travel-agents/${id}/sessions/${sessionId}`;
      const position = await recordAdminAction(services, call, { act: 'end-session', on });
      await services.auth.sessions.end(agentStreamOf(id), sessionId);
      return { position };
    },
  }),
]);
