import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { subscribePush, unsubscribePush } from '@fynbos/application/agents/own-choices.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { isPushPublicKey, pushKeyOf } from '@fynbos/platform/messages/web-push.ts';
import { z } from 'zod';
import { originOf } from '../http/origin.ts';
import { route, tagged } from '../http/route.ts';
import { pushDevicesAnswer } from './answers.ts';

const subscription = z.object({
  endpoint: z.url('Must be an address.').max(2_000, 'At most 2000 characters.'),
  keys: z.object({
    p256dh: z.string().refine(isPushPublicKey, 'Must be a public key of P-256, base64url.'),
    auth: z.string().regex(/^[\w-]{22}$/, 'Must be 16 bytes, base64url.'),
  }),
});

/** The devices on which an agent receives notifications (N4). */
export const pushDeviceRoutes = tagged('Privacy', [
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
]);
