import { randomUUID } from 'node:crypto';
import { recordAdminAction } from '@fynbos/application/audit/record-admin-action.ts';
import {
  countDeliveries,
  deliveriesOf,
  deliveryPage,
  healthOf,
  type WebhookId,
} from '@fynbos/application/webhooks/deliveries.ts';
import {
  addWebhook,
  removeWebhook,
  rotateWebhookSecret,
  setWebhookEnabled,
  webhookById,
  webhooksOf,
} from '@fynbos/application/webhooks/manage-webhooks.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { WEBHOOK_KINDS } from '@fynbos/domain/integrator/webhooks.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { type Call, route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { countAnswer, deliveryAnswer, secretAnswer, webhookAnswer } from './answers.ts';

const who = { admin: 'integrators:change' } as const;
const WEBHOOKS_PATH = '/admin/integrators/{id}/webhooks';
const WEBHOOK_PATH = `${WEBHOOKS_PATH}/{webhookId}`;
const form = z.object({
  url: z.string('URL is required!').trim().min(1, 'URL is required!').max(500, 'At most 500 characters.'),
  kinds: z.array(z.enum(WEBHOOK_KINDS, 'Unknown kind of message.')).min(1, 'At least one kind of message is required!'),
});
const redelivery = z.union([z.strictObject({ deliveryId: z.uuid() }), z.strictObject({ since: instant })], {
  error: 'Send deliveryId or since.',
});

const idOf = ({
  params: { id, webhookId },
}: Pick<Call<unknown, unknown, 'id' | 'webhookId'>, 'params'>): WebhookId => ({
  integratorId: id,
  webhookId,
});
const pathOf = ({ integratorId, webhookId }: WebhookId): string => `integrators/${integratorId}/webhooks/${webhookId}`;

type Change = (
  services: Services,
  id: WebhookId,
  context: CommandContext,
) => Promise<{ readonly position: Position | undefined }>;

const all = route.get([WEBHOOKS_PATH], {
  who,
  summary: 'List the webhooks of an integrator, and since when each is failing',
  answer: z.array(webhookAnswer),
  handle: async ({ params }, services) => {
    const webhooks = await webhooksOf(services, params.id);
    const ids = webhooks.map(({ webhookId }) => webhookId);
    const health = await healthOf(services.db, ids);
    return { body: webhooks.map((webhook) => ({ ...webhook, ...health.get(webhook.webhookId) })) };
  },
});

const add = route.post([WEBHOOKS_PATH], {
  who,
  summary: 'Add a webhook; the answer shows its secret once',
  body: form,
  answer: secretAnswer,
  status: 201,
  handle: async ({ params, body, context }, services) => {
    const { position, ...secret } = await addWebhook(services, params.id, body, context);
    return { body: secret, position };
  },
});

const rotate = route.post(`${WEBHOOK_PATH}/rotate`, {
  who,
  summary: 'Rotate the secret of a webhook; the previous one stays valid for 24 hours',
  answer: secretAnswer,
  handle: async (call, services) => {
    const { position, ...secret } = await rotateWebhookSecret(services, idOf(call), call.context);
    return { body: secret, position };
  },
});

/** A change of a webhook that is answered with nothing. */
const changing = (summary: string, run: Change) => ({
  who,
  summary,
  status: 204,
  handle: async (call: Call<unknown, unknown, 'id' | 'webhookId'>, services: Services) => ({
    position: (await run(services, idOf(call), call.context)).position,
  }),
});

const sent = route.get(`${WEBHOOK_PATH}/deliveries`, {
  who,
  summary:
    'List deliveries of a webhook, 50 at a time and the newest first, with the answer to each attempt; kept for 30 days',
  query: deliveryPage,
  answer: z.array(deliveryAnswer),
  handle: async (call, services) => {
    const { webhookId } = await webhookById(services, idOf(call));
    return { body: await deliveriesOf(services.db, webhookId, call.query) };
  },
});

const count = route.get(`${WEBHOOK_PATH}/deliveries/count`, {
  who,
  summary: 'Count the deliveries of a webhook since an instant',
  query: z.object({ since: instant }),
  answer: countAnswer,
  handle: async (call, services) => {
    const { webhookId } = await webhookById(services, idOf(call));
    return { body: { deliveries: await countDeliveries(services.db, webhookId, new Date(call.query.since)) } };
  },
});

const ping = route.post(`${WEBHOOK_PATH}/ping`, {
  who,
  summary: 'Send a message of kind ping, to test the receiver',
  answer: z.object({ deliveryId: z.string() }),
  status: 202,
  handle: async (call, services) => {
    const id = idOf(call);
    await webhookById(services, id);
    const position = await recordAdminAction({ log: services.log }, call, { act: 'ping-webhook', on: pathOf(id) });
    const deliveryId = randomUUID();
    await services.deliveries.ping(id, deliveryId, services.now());
    return { body: { deliveryId }, position };
  },
});

const resend = route.post(`${WEBHOOK_PATH}/again`, {
  who,
  summary: 'Send one delivery again, or all since an instant',
  body: redelivery,
  answer: countAnswer,
  handle: async (call, services) => {
    const id = idOf(call);
    await webhookById(services, id);
    const { body } = call;
    const [which, how] =
      'since' in body
        ? [{ since: new Date(body.since) }, `all since ${body.since}`]
        : [body, `delivery ${body.deliveryId}`];
    const position = await recordAdminAction({ log: services.log }, call, {
      act: 'send-webhook-again',
      on: pathOf(id),
      how,
    });
    return { body: { deliveries: await services.deliveries.sendAgain(id.webhookId, which, services.now()) }, position };
  },
});

export const webhookRoutes = tagged('Webhooks', [
  all,
  add,
  rotate,
  route.post(
    `${WEBHOOK_PATH}/enable`,
    changing('Enable a webhook', (services, id, context) => setWebhookEnabled(services, id, true, context)),
  ),
  route.post(
    `${WEBHOOK_PATH}/disable`,
    changing('Disable a webhook', (services, id, context) => setWebhookEnabled(services, id, false, context)),
  ),
  route.delete(WEBHOOK_PATH, changing('Remove a webhook', removeWebhook)),
  sent,
  count,
  ping,
  resend,
]);
