import { z } from 'zod';

const instant = z.iso.datetime();

/** What an integrator can be told of its reservations. */
export const WEBHOOK_KINDS = ['reward.decided', 'reward.paid', 'reward.reversed'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Part of stream `integrator-{integratorId}`: where an integrator wants to be told what became of its reservations. */
export const webhookEvents = {
  WebhookAdded: z.object({
    webhookId: z.string(),
    url: z.string(),
    kinds: z.array(z.enum(WEBHOOK_KINDS)),
    addedAt: instant,
  }),
  /** The secret that signs follows from this number; the one before signs too for a day. */
  WebhookSecretRotated: z.object({ webhookId: z.string(), secretNo: z.number().int(), rotatedAt: instant }),
  /** `failing`: nothing was taken for days, so the product gave up by itself. */
  WebhookDisabled: z.object({ webhookId: z.string(), why: z.enum(['by-hand', 'failing']), disabledAt: instant }),
  WebhookEnabled: z.object({ webhookId: z.string(), enabledAt: instant }),
  WebhookRemoved: z.object({ webhookId: z.string(), removedAt: instant }),
} as const;
