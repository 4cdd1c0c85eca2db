import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { chooseMessages, subscribePush, unsubscribePush } from '@fynbos/application/agents/privacy-choices.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { isPushPublicKey, pushKeyOf } from '@fynbos/platform/messages/web-push.ts';
import { z } from 'zod';
import { originOf } from '../http/origin.ts';
import { type Route, route } from '../http/route.ts';
import { messageChoicesAnswer, pushDevicesAnswer } from './answers.ts';

const tag = 'Privacy';

const subscription = z.object({
  endpoint: z.url('Must be an address.').max(2_000, 'At most 2000 characters.'),
  keys: z.object({
    p256dh: z.string().refine(isPushPublicKey, 'Must be a public key of P-256, base64url.'),
    auth: z.string().regex(/^[\w-]{22}$/, 'Must be 16 bytes, base64url.'),
  }),
});

/** An agent's choice of messages about money, and of the devices that receive them (N2, N4). */
export const messageChoiceRoutes: readonly Route[] = [
  route.get('/agent/message-choices', {
    who: 'agent',
    tag,
    summary: 'Read which messages about money you receive',
    answer: messageChoicesAnswer,
    handle: async ({ caller }, services) => ({
      body: (await loadAgent(services, agentOf(caller).agentId)).notifications.groups,
    }),
  }),
  route.put('/agent/message-choices', {
    who: 'agent',
    tag,
    summary: 'Choose which messages about money you receive; problems with a payout are always sent',
    body: messageChoicesAnswer,
    answer: z.object({ message: z.string() }),
    handle: async ({ body, caller, context }, services) => {
      const position = await chooseMessages(services, agentOf(caller).agentId, body, context);
      return { body: { message: 'Your choices were saved.' }, position };
    },
  }),
  route.get('/agent/push-devices', {
    who: 'agent',
    tag,
    summary: 'Read on which devices you receive notifications',
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
    tag,
    summary: 'Receive messages about money as notifications on this device',
    body: subscription,
    status: 201,
    answer: z.object({ message: z.string() }),
    handle: async ({ body: { endpoint, keys }, caller, context, request }, services) => {
      const device = { endpoint, ...keys, device: originOf(request).device };
      const position = await subscribePush(services, agentOf(caller).agentId, device, context);
      return { body: { message: 'Notifications are on.' }, position: position ?? null };
    },
  }),
  route.delete('/agent/push-devices/{id}', {
    who: 'agent',
    tag,
    summary: 'Stop notifications on one of your devices',
    answer: z.object({ message: z.string() }),
    handle: async ({ params: { id }, caller, context }, services) => {
      const position = await unsubscribePush(services, agentOf(caller).agentId, id, context);
      return { body: { message: 'Notifications are off.' }, position: position ?? null };
    },
  }),
];
