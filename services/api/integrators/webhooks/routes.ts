import { randomBytes, randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import { mayBeTold } from '@fynbos/application/webhooks/reachable.ts';
import { secretOf } from '@fynbos/application/webhooks/signature.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { integratorDecider, integratorStream } from '@fynbos/domain/integrator/integrator.ts';
import { WEBHOOK_KINDS } from '@fynbos/domain/integrator/webhook-events.ts';
import type { Webhook, WebhookCommand } from '@fynbos/domain/integrator/webhooks.ts';
import { z } from 'zod';
import { recordAct } from '../../audit/acted.ts';
import { type Call, type Route, route } from '../../http/route.ts';
import type { Services } from '../../http/services.ts';
import { deliveriesOf, healthOf } from './deliveries.ts';

const who = { admin: 'integrators:change' } as const;
const tag = 'Webhooks';
const PATH = '/admin/integrators/{id}/webhooks';
const ONE = `${PATH}/{webhookId}`;
const form = z.object({
  url: z.string('URL is required!').trim().min(1, 'URL is required!').max(500, 'At most 500 characters.'),
  kinds: z.array(z.enum(WEBHOOK_KINDS, 'Unknown kind of message.')).min(1, 'At least one kind of message is required!'),
});
const secretShown = z.object({ webhookId: z.string(), secret: z.string() });
const counted = z.object({ deliveries: z.int() });

/** Webhooks of an integrator: made with a secret that is shown once, switched off and on, their deliveries seen and sent again. */
export function webhookRoutes({ log, pool, config, deliveries, now }: Services): Route[] {
  const command = async (call: Pick<Call, 'params' | 'context'>, change: WebhookCommand) =>
    handle(log, integratorDecider, integratorStream(call.params.id as string), change, call.context);
  const named = ({ params, context }: Pick<Call, 'params' | 'context'>) => ({
    webhookId: params.webhookId as string,
    at: context.now.toISOString(),
  });
  const known = async ({ params }: Pick<Call, 'params'>): Promise<Webhook> => {
    const { state } = await load(log, integratorDecider, integratorStream(params.id as string), { personal: false });
    const webhook = state.webhooks.get(params.webhookId as string);
    if (!webhook) throw new DomainError('not-found', 'webhook.unknown', 'There is no such webhook.');
    return webhook;
  };
  const placeOf = ({ params }: Pick<Call, 'params'>): string => `integrators/${params.id}/webhooks/${params.webhookId}`;
  const simple = (action: string, summary: string, type: 'EnableWebhook' | 'RemoveWebhook' | 'DisableWebhook') =>
    route({
      method: action === '' ? 'delete' : 'post',
      paths: [`${ONE}${action}`],
      who,
      summary,
      tag,
      status: 204,
      handle: async (call) => {
        const { position } = await command(
          call,
          type === 'DisableWebhook' ? { type, why: 'by-hand', ...named(call) } : { type, ...named(call) },
        );
        return { position: position ?? null };
      },
    });

  return [
    route({
      method: 'get',
      paths: [PATH],
      who,
      summary: 'Webhooks of an integrator, and since when each is failing',
      tag,
      handle: async ({ params }) => {
        const { state } = await load(log, integratorDecider, integratorStream(params.id as string), {
          personal: false,
        });
        if (state.status === 'none')
          throw new DomainError('not-found', 'integrator.unknown', 'There is no such integrator.');
        const webhooks = [...state.webhooks.values()];
        const health = await healthOf(
          pool,
          webhooks.map(({ webhookId }) => webhookId),
        );
        return { body: webhooks.map((webhook) => ({ ...webhook, ...health.get(webhook.webhookId) })) };
      },
    }),
    route({
      method: 'post',
      paths: [PATH],
      who,
      summary: 'Add a webhook; the answer shows its secret once',
      tag,
      body: form,
      answer: secretShown,
      status: 201,
      handle: async (call) => {
        const { url, kinds } = call.body;
        if (!mayBeTold(url, config.production)) {
          const message = 'Must be an https address on the Internet.';
          throw new DomainError('invalid', 'webhook.url', message, [{ field: 'url', message }]);
        }
        const webhookId = `wh${randomBytes(6).toString('hex')}`;
        const { position } = await command(call, { type: 'AddWebhook', ...named(call), webhookId, url, kinds });
        return {
          body: { webhookId, secret: secretOf(log.keys, { webhookId, secretNo: 1 }) },
          position: position ?? null,
        };
      },
    }),
    route({
      method: 'post',
      paths: [`${ONE}/rotate`],
      who,
      summary: 'Give a webhook a new secret; the old one signs beside it for a day',
      tag,
      answer: secretShown,
      handle: async (call) => {
        const { state, position } = await command(call, { type: 'RotateWebhookSecret', ...named(call) });
        const { webhookId } = named(call);
        const secretNo = state.webhooks.get(webhookId)?.secretNo ?? 1;
        return { body: { webhookId, secret: secretOf(log.keys, { webhookId, secretNo }) }, position: position ?? null };
      },
    }),
    simple('/enable', 'Switch a webhook on', 'EnableWebhook'),
    simple('/disable', 'Switch a webhook off', 'DisableWebhook'),
    simple('', 'Remove a webhook', 'RemoveWebhook'),
    route({
      method: 'get',
      paths: [`${ONE}/deliveries`],
      who,
      summary: 'The newest deliveries of a webhook, with every answer; kept for 30 days',
      tag,
      query: z.object({ before: z.iso.datetime().optional(), state: z.string().max(20).optional() }),
      handle: async (call) => {
        const { webhookId } = await known(call);
        return { body: await deliveriesOf(pool, webhookId, call.query) };
      },
    }),
    route({
      method: 'post',
      paths: [`${ONE}/ping`],
      who,
      summary: 'Send a message of kind ping, to try the receiver',
      tag,
      answer: z.object({ deliveryId: z.string() }),
      status: 202,
      handle: async (call) => {
        const { webhookId } = await known(call);
        const deliveryId = randomUUID();
        const occurredAt = now().toISOString();
        const body = JSON.stringify({ id: deliveryId, kind: 'ping', occurredAt, data: {} });
        const integratorId = call.params.id as string;
        const ping = { deliveryId, integratorId, webhookId, kind: 'ping', reservationNo: '', body };
        const position = await recordAct({ log }, call, { act: 'ping-webhook', on: placeOf(call) });
        await deliveries.add([ping], now());
        return { body: { deliveryId }, position };
      },
    }),
    route({
      method: 'post',
      paths: [`${ONE}/again`],
      who,
      summary: 'Send again: one delivery, or all since an instant',
      tag,
      body: z.union([z.strictObject({ deliveryId: z.uuid() }), z.strictObject({ since: z.iso.datetime() })], {
        error: 'Name a deliveryId, or since when.',
      }),
      answer: counted,
      handle: async (call) => {
        const { webhookId } = await known(call);
        const { body } = call;
        const [which, how] =
          'since' in body
            ? [{ since: new Date(body.since) }, `all since ${body.since}`]
            : [body, `delivery ${body.deliveryId}`];
        const position = await recordAct({ log }, call, { act: 'send-webhook-again', on: placeOf(call), how });
        return { body: { deliveries: await deliveries.again(webhookId, which, now()) }, position };
      },
    }),
  ];
}
