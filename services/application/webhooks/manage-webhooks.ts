import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError, fieldError } from '@fynbos/domain/errors.ts';
import {
  type IntegratorState,
  integratorDecider,
  integratorStreamOf,
  knownIntegrator,
} from '@fynbos/domain/integrator/integrator.ts';
import type { Webhook, WebhookCommand, WebhookKind } from '@fynbos/domain/integrator/webhooks.ts';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import { isAllowedUrl } from '@fynbos/platform/messages/allowed-url.ts';
import { handle, load } from '../handle.ts';
import type { Application, WithLog } from '../services.ts';
import type { WebhookId } from './deliveries.ts';

/** How long the previous secret also signs, so that a receiver can switch without a gap. */
const PREVIOUS_SECRET_MS = DAY_MS;

/** The secret that signs a webhook's messages. It is derived from the product's key and not stored. */
const secretOf = (
  { keyedHash }: Pick<KeyRing, 'keyedHash'>,
  { webhookId, secretNo }: Pick<Webhook, 'webhookId' | 'secretNo'>,
): string =>
  `whsec_${Buffer.from(keyedHash('webhook secret', `${webhookId} ${secretNo}`), 'hex').toString('base64url')}`;

/**
 * `Fynbos-Signature`: `t=` seconds since 1970, then `v1=` per live secret, the HMAC-SHA256 (hex) of seconds, full stop
 * and body. A receiver rejects messages older than five minutes.
 */
export function signatureOf(keys: Pick<KeyRing, 'keyedHash'>, webhook: Webhook, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const { secretNo, rotatedAt } = webhook;
  const overlaps = rotatedAt !== null && now.getTime() - Date.parse(rotatedAt) < PREVIOUS_SECRET_MS;
  const proofs = [secretNo, ...(overlaps ? [secretNo - 1] : [])].map((no) =>
    createHmac('sha256', secretOf(keys, { ...webhook, secretNo: no }))
      .update(`${seconds}.${body}`)
      .digest('hex'),
  );
  return [`t=${seconds}`, ...proofs.map((proof) => `v1=${proof}`)].join(',');
}

const send = ({ log }: WithLog, integratorId: string, command: WebhookCommand, context: CommandContext) =>
  handle(log, { decider: integratorDecider, streamId: integratorStreamOf(integratorId), command, context });

async function integratorOf({ log }: WithLog, integratorId: string): Promise<IntegratorState> {
  return (await load(log, integratorDecider, integratorStreamOf(integratorId))).state;
}

export async function webhooksOf({ log }: WithLog, integratorId: string): Promise<readonly Webhook[]> {
  const integrator = await integratorOf({ log }, integratorId);
  if (integrator.status === 'none') throw new DomainError('not-found', 'integrator.unknown', 'Integrator not found.');
  return [...integrator.webhooks.values()];
}

export async function webhookById({ log }: WithLog, { integratorId, webhookId }: WebhookId): Promise<Webhook> {
  const integrator = await integratorOf({ log }, integratorId);
  const webhook = integrator.status === 'none' ? undefined : integrator.webhooks.get(webhookId);
  if (!webhook) throw new DomainError('not-found', 'webhook.unknown', 'Webhook not found.');
  return webhook;
}

/** Its secret is returned only once. Throws for a URL that is not allowed, an unknown integrator, too many webhooks. */
export async function addWebhook(
  { log, config }: Pick<Application, 'log' | 'config'>,
  integratorId: string,
  { url, kinds }: { readonly url: string; readonly kinds: readonly WebhookKind[] },
  context: CommandContext,
) {
  if (!isAllowedUrl(url, config.production))
    throw fieldError('webhook.url', 'url', 'Must be an https address on the Internet.');
  const webhookId = `wh${randomBytes(6).toString('hex')}`;
  const command = { type: 'AddWebhook', webhookId, url, kinds } as const;
  const { position } = await send({ log }, integratorId, command, context);
  return { webhookId, secret: secretOf(log.keys, { webhookId, secretNo: 1 }), position };
}

/** Gives a webhook a new secret; the previous one also signs for a day. Throws `DomainError` not-found. */
export async function rotateWebhookSecret(
  { log }: WithLog,
  { integratorId, webhookId }: WebhookId,
  context: CommandContext,
) {
  const command = { type: 'RotateWebhookSecret', webhookId } as const;
  const { state, position } = await send({ log }, integratorId, command, context);
  const secretNo = knownIntegrator(state).webhooks.get(webhookId)?.secretNo ?? 1;
  return { webhookId, secret: secretOf(log.keys, { webhookId, secretNo }), position };
}

/** No event if nothing changes. Throws `DomainError` not-found. */
export const setWebhookEnabled = (
  { log }: WithLog,
  { integratorId, webhookId }: WebhookId,
  isEnabled: boolean,
  context: CommandContext,
) => {
  const command: WebhookCommand = isEnabled
    ? { type: 'EnableWebhook', webhookId }
    : { type: 'DisableWebhook', why: 'by-hand', webhookId };
  return send({ log }, integratorId, command, context);
};

export const removeWebhook = ({ log }: WithLog, { integratorId, webhookId }: WebhookId, context: CommandContext) =>
  send({ log }, integratorId, { type: 'RemoveWebhook', webhookId }, context);
