import { z } from 'zod';
import { instant } from '../event-schema.ts';

/** The notifications that an integrator can receive about its reservations. */
export const WEBHOOK_KINDS = ['reward.decided', 'reward.paid', 'reward.reversed'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/**
 * Part of stream `integrator-{integratorId}`: the webhooks that notify an integrator about the results of its
 * reservations.
 */
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
