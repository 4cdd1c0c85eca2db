import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { type EventsOf, instant } from '../event-schema.ts';

export const WEBHOOK_KINDS = ['reward.decided', 'reward.paid', 'reward.reversed'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Part of stream `integrator-{integratorId}`. */
export const webhookEvents = {
  WebhookAdded: z.object({
    webhookId: z.string(),
    url: z.string(),
    kinds: z.array(z.enum(WEBHOOK_KINDS)),
    addedAt: instant,
  }),
  /** The signing secret is derived from this number; the previous secret also signs for one day. */
  WebhookSecretRotated: z.object({ webhookId: z.string(), secretNo: z.number().int(), rotatedAt: instant }),
  /** `failing`: all deliveries failed for days, so the product disabled the webhook automatically. */
  WebhookDisabled: z.object({ webhookId: z.string(), why: z.enum(['by-hand', 'failing']), disabledAt: instant }),
  WebhookEnabled: z.object({ webhookId: z.string(), enabledAt: instant }),
  WebhookRemoved: z.object({ webhookId: z.string(), removedAt: instant }),
} as const;

export type WebhookEvent = EventsOf<typeof webhookEvents>;

export const webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(WEBHOOK_KINDS)).readonly(),
  isEnabled: z.boolean(),
  /** When it was last enabled; ISO 8601 UTC. */
  enabledAt: z.string(),
  /** 1 for the first secret. */
  secretNo: z.int(),
  /** When the secret was last rotated; ISO 8601 UTC, null for the first secret. */
  rotatedAt: z.string().nullable(),
});
export type Webhook = Readonly<z.output<typeof webhook>>;
export type Webhooks = ReadonlyMap<string, Webhook>;

export type WebhookCommand = { readonly webhookId: string } & (
  | { readonly type: 'AddWebhook'; readonly url: string; readonly kinds: readonly WebhookKind[] }
  | { readonly type: 'RotateWebhookSecret' }
  | { readonly type: 'DisableWebhook'; readonly why: 'by-hand' | 'failing' }
  | { readonly type: 'EnableWebhook' }
  | { readonly type: 'RemoveWebhook' }
);

/** Webhooks of one integrator. */
const MAX_WEBHOOKS = 10;

/** Throws for an unknown or duplicate webhook, too many webhooks, or one without message kinds. */
export function decideWebhook(command: WebhookCommand, webhooks: Webhooks, at: string): readonly WebhookEvent[] {
  const { webhookId } = command;
  const webhook = webhooks.get(webhookId);
  if (command.type === 'AddWebhook') {
    if (webhook) throw new DomainError('conflict', 'webhook.exists', 'This webhook already exists.');
    if (command.kinds.length === 0)
      throw new DomainError('invalid', 'webhook.kinds-missing', 'At least one kind of message is required.');
    if (webhooks.size >= MAX_WEBHOOKS)
      throw new DomainError('invalid', 'webhook.too-many', `An integrator has at most ${MAX_WEBHOOKS} webhooks.`);
    const kinds = [...new Set(command.kinds)].sort();
    return [{ type: 'WebhookAdded', data: { webhookId, url: command.url, kinds, addedAt: at } }];
  }
  if (!webhook) throw new DomainError('not-found', 'webhook.unknown', 'Webhook not found.');
  switch (command.type) {
    case 'RotateWebhookSecret':
      return [{ type: 'WebhookSecretRotated', data: { webhookId, secretNo: webhook.secretNo + 1, rotatedAt: at } }];
    case 'DisableWebhook':
      if (!webhook.isEnabled) return [];
      return [{ type: 'WebhookDisabled', data: { webhookId, why: command.why, disabledAt: at } }];
    case 'EnableWebhook':
      return webhook.isEnabled ? [] : [{ type: 'WebhookEnabled', data: { webhookId, enabledAt: at } }];
    case 'RemoveWebhook':
      return [{ type: 'WebhookRemoved', data: { webhookId, removedAt: at } }];
  }
}

export function evolveWebhooks(webhooks: Webhooks, event: WebhookEvent): Webhooks {
  const { webhookId } = event.data;
  const next = new Map(webhooks);
  const change = (changed: Partial<Webhook>): Webhooks => {
    const now = webhooks.get(webhookId);
    return now ? next.set(webhookId, { ...now, ...changed }) : next;
  };
  switch (event.type) {
    case 'WebhookAdded': {
      const { url, kinds, addedAt } = event.data;
      const first = { isEnabled: true, enabledAt: addedAt, secretNo: 1, rotatedAt: null };
      return next.set(webhookId, { webhookId, url, kinds, ...first });
    }
    case 'WebhookSecretRotated':
      return change({ secretNo: event.data.secretNo, rotatedAt: event.data.rotatedAt });
    case 'WebhookDisabled':
      return change({ isEnabled: false });
    case 'WebhookEnabled':
      return change({ isEnabled: true, enabledAt: event.data.enabledAt });
    case 'WebhookRemoved':
      next.delete(webhookId);
      return next;
  }
}
