import { agentHistory, type KnownAgent, loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { recordNumbersViewed } from '@fynbos/application/agents/manage-agent.ts';
import {
  chooseMessages,
  choosePrivacy,
  requestCorrection,
  subscribePush,
  unsubscribePush,
} from '@fynbos/application/agents/own-choices.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import {
  eraseAgent,
  previewErasure,
  requestDeletion,
  withdrawDeletion,
} from '@fynbos/application/erasure/erase-agent.ts';
import { loadAccount } from '@fynbos/application/rewards/accounts.ts';
import { deletionReference } from '@fynbos/domain/agent/messages.ts';
import { noticeChannel } from '@fynbos/domain/agent/notifications.ts';
import { isPushPublicKey, pushKeyOf } from '@fynbos/platform/messages/web-push.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';
import { optionalText, reasonField, requiredText } from '../http/fields.ts';
import { originOf } from '../http/origin.ts';
import { type Call, route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import {
  type Choices,
  choicesAnswer,
  deletionAnswer,
  erasureAnswer,
  messageChoicesAnswer,
  ownDataAnswer,
  ownHistoryAnswer,
  pushDevicesAnswer,
} from './answers.ts';
import { OWN_DATA_READS, ownData } from './own-data.ts';
import { ownDataPdf } from './own-data-pdf.ts';
import { ownHistory } from './own-history.ts';

const subscription = z.object({
  endpoint: z.url('Must be an address.').max(2_000, 'At most 2000 characters.'),
  keys: z.object({
    p256dh: z.string().refine(isPushPublicKey, 'Must be a public key of P-256, base64url.'),
    auth: z.string().regex(/^[\w-]{22}$/, 'Must be 16 bytes, base64url.'),
  }),
});

const given = (letter: 'Y' | 'N' | undefined) => letter && letter === 'Y';

const choicesOf = (state: KnownAgent): Choices => ({
  marketing: state.consents.marketing,
  employerConsent: state.consents.employer ? 'Y' : 'N',
  popiConsent: state.consents.terms ? 'Y' : 'N',
  notices: noticeChannel(state),
  communicationMethod: state.details.communicationMethod,
});

/** Records an event: an export disclosed full numbers (X6). */
async function exported(services: Services, { caller, context }: Call) {
  const { agentId } = agentOf(caller);
  const data = await ownData(services, agentId);
  const fields = ['idNumber', 'taxNumber', 'bankAccountNumber'] as const;
  const { position } = await recordNumbersViewed(services, agentId, { fields, how: 'exported' }, context);
  return { data, position };
}

const historyOf = async ({ log }: Services, agentId: number) =>
  ownHistory(log.codec, (await agentHistory({ log }, agentId)).events);

/** An agent's own history, data, consents and requests. */
export const privacyRoutes = tagged('Privacy', [
  route.get('/agent/history', {
    who: 'agent',
    summary: 'List the history of your account, newest first',
    answer: z.array(ownHistoryAnswer),
    handle: async ({ caller }, services) => ({ body: await historyOf(services, agentOf(caller).agentId) }),
  }),
  route.get('/agent/choices', {
    who: 'agent',
    summary: 'Get your consents, and the channels of notices and codes',
    answer: choicesAnswer,
    handle: async ({ caller }, services) => ({ body: choicesOf(await loadAgent(services, agentOf(caller).agentId)) }),
  }),
  route.put('/agent/choices', {
    who: 'agent',
    summary:
      'Give or withdraw consents, and choose the channels of notices and codes; the latter with a proof for `personal`. Without consent nothing is paid. Absent choices keep their value',
    body: choicesAnswer.partial(),
    message: 'Your choices were saved.',
    run: ({ body: { marketing, employerConsent, popiConsent, ...channels }, caller, context }, services) => {
      const consents = { marketing, employer: given(employerConsent), terms: given(popiConsent) };
      return choosePrivacy(services, agentOf(caller), { consents, ...channels }, context);
    },
  }),
  route.post('/agent/requests', {
    who: 'agent',
    summary: 'Ask for a correction, or for deletion with a proof for `deletion`',
    status: 201,
    body: z.object({
      kind: z.enum(['correction', 'deletion'], 'correction or deletion.'),
      details: requiredText('Details are required!', 4_000),
    }),
    message: 'Your request was received. We answer by email.',
    run: async ({ body: { kind, details }, caller, context }, services) =>
      kind === 'deletion'
        ? (await requestDeletion(services, agentOf(caller), details, context)).position
        : requestCorrection(services, agentOf(caller).agentId, details, context),
  }),
  route.get('/agent/export.json', {
    who: 'agent',
    summary: 'Download all data stored about you as JSON',
    reads: OWN_DATA_READS,
    answer: ownDataAnswer,
    handle: async (call, services) => {
      const { data, position } = await exported(services, call);
      return {
        body: data,
        headers: { 'Content-Disposition': 'attachment; filename="my-data.json"' },
        ...(position ? { position } : {}),
      };
    },
  }),
  route.get('/agent/export.pdf', {
    who: 'agent',
    summary: 'Download all data stored about you as PDF',
    reads: OWN_DATA_READS,
    handle: async (call, services) => {
      const { data } = await exported(services, call);
      return sendFile(call.response, 'my-data.pdf', ownDataPdf(data, services.config.programme));
    },
  }),
  // Messages about money, and the devices that receive them (N2, N4).
  route.get('/agent/message-choices', {
    who: 'agent',
    summary: 'Get which messages about money you receive',
    answer: messageChoicesAnswer,
    handle: async ({ caller }, services) => ({
      body: (await loadAgent(services, agentOf(caller).agentId)).notifications.groups,
    }),
  }),
  route.put('/agent/message-choices', {
    who: 'agent',
    summary: 'Choose which messages about money you receive; problems with a payout are always sent',
    body: messageChoicesAnswer,
    message: 'Your choices were saved.',
    run: ({ body, caller, context }, services) => chooseMessages(services, agentOf(caller).agentId, body, context),
  }),
  route.get('/agent/push-devices', {
    who: 'agent',
    summary: 'List the devices on which you receive notifications',
    answer: pushDevicesAnswer,
    handle: async ({ caller }, services) => {
      const { pushDevices } = await loadAgent(services, agentOf(caller).agentId);
      return {
        body: {
          publicKey: pushKeyOf(services.log.keys).publicKey,
          devices: pushDevices.map(({ pushId: id, subscribedAt: since, device, endpoint }) => ({
            id,
            device,
            endpoint,
            since,
          })),
        },
      };
    },
  }),
  route.post('/agent/push-devices', {
    who: 'agent',
    summary: 'Receive messages about money as notifications on this device',
    body: subscription,
    status: 201,
    message: 'Notifications are on.',
    run: ({ body: { endpoint, keys }, caller, context, request }, services) => {
      const device = { endpoint, ...keys, device: originOf(request).device };
      return subscribePush(services, agentOf(caller).agentId, device, context);
    },
  }),
  route.delete('/agent/push-devices/{id}', {
    who: 'agent',
    summary: 'Stop notifications on one of your devices',
    message: 'Notifications are off.',
    run: ({ params: { id }, caller, context }, services) =>
      unsubscribePush(services, agentOf(caller).agentId, id, context),
  }),
  // Deletion of the own account: ask for it, see the request, withdraw it (K6).
  route.get('/agent/deletion', {
    who: 'agent',
    summary: 'Get the pending request for deletion, and the balance that would end with the account',
    answer: deletionAnswer,
    handle: async ({ caller }, services) => {
      const { agentId } = agentOf(caller);
      const [{ deletionRequest }, { balanceCents, reservation }] = await Promise.all([
        loadAgent(services, agentId),
        loadAccount(services.log, agentId),
      ]);
      const pending = deletionRequest && {
        reference: deletionReference(deletionRequest.requestId),
        requestedAt: deletionRequest.requestedAt,
      };
      return { body: { pending, owedCents: balanceCents, payoutUnderWay: reservation !== null } };
    },
  }),
  route.post('/agent/deletion', {
    who: 'agent',
    summary: 'Ask for the deletion of your account, with a proof for `deletion`',
    status: 201,
    body: z.object({ reason: optionalText(4_000) }),
    answer: z.object({ message: z.string(), reference: z.string() }),
    handle: async ({ body, caller, context }, services) => {
      const { reference, position } = await requestDeletion(services, agentOf(caller), body.reason, context);
      return { body: { message: 'Your request was received. We sent you a confirmation.', reference }, position };
    },
  }),
  route.delete('/agent/deletion', {
    who: 'agent',
    summary: 'Withdraw the pending request for deletion',
    message: 'Your request was withdrawn. Your account is unchanged.',
    run: ({ caller, context }, services) => withdrawDeletion(services, agentOf(caller).agentId, context),
  }),
]);

const who = { admin: 'agents:change' } as const;

const preview = route.get('/admin/travel-agents/{id}/forgetting', {
  who,
  summary: 'Preview an erasure: records kept and deleted, the amount owed, and what prevents it',
  reads: [enquiries.name, referrals.name],
  answer: erasureAnswer,
  handle: async ({ params, context }, services) => ({
    body: await previewErasure(services, params.id, context.now),
  }),
});

const forget = route.post('/admin/travel-agents/{id}/forgetting', {
  who,
  summary: 'Erase an agent at their request: destroys the key and deletes all personal data. This cannot be undone',
  status: 202,
  body: z.object({ reason: reasonField('A reason is required!', 500) }),
  message: 'Erasure started. Personal data will be removed within a minute.',
  run: ({ params, context, body: { reason } }, services) => eraseAgent(services, params.id, { ...context, reason }),
});

/** Erasure of an agent on request (K2): the records that are kept, the reasons against it, and the erasure itself. */
export const erasureRoutes = tagged('Travel agents', [preview, forget]);
