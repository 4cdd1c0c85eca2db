import { refusedItemRow } from '@fynbos/application/integrators/call-log-queries.ts';
import { itemOutcome } from '@fynbos/application/rentals/record-rental-events.ts';
import { deliveryRow } from '@fynbos/application/webhooks/deliveries.ts';
import { INTEGRATOR_SCOPES } from '@fynbos/domain/integrator/events.ts';
import { webhook } from '@fynbos/domain/integrator/webhooks.ts';
import { z } from 'zod';

export { itemOutcome };
export type ItemOutcome = z.output<typeof itemOutcome>;

/** An integrator with its live keys, without secrets. */
export const integratorAnswer = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(INTEGRATOR_SCOPES)),
  keys: z.array(z.object({ keyId: z.string(), madeAt: z.string() })),
  webhooks: z.array(webhook),
  status: z.enum(['live', 'removed']),
  addedAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
});
export type Integrator = z.output<typeof integratorAnswer>;

/** An API key, returned once. */
export const keyAnswer = z.object({ keyId: z.string(), apiKey: z.string() });

export const callAnswer = z.object({
  callId: z.string(),
  keyId: z.string(),
  at: z.string(),
  form: z.enum(['object', 'array', 'stream']),
  dryRun: z.boolean(),
  status: z.int(),
  durationMs: z.int(),
  recorded: z.int(),
  duplicate: z.int(),
  conflict: z.int(),
  rejected: z.int(),
  unavailable: z.int(),
});
export type IntegratorCall = z.output<typeof callAnswer>;
export type MadeKey = z.output<typeof keyAnswer>;

export const refusedItemAnswer = refusedItemRow.extend({ at: z.string(), retriedAt: z.string().nullable() });
export type RefusedItem = z.output<typeof refusedItemAnswer>;

export const trafficAnswer = z.object({
  day: z.string(),
  invoice: z.int(),
  creditNote: z.int(),
  cancellation: z.int(),
  noShow: z.int(),
  hold: z.int(),
  release: z.int(),
  withinMinute: z.int(),
  withinHour: z.int(),
  withinDay: z.int(),
  later: z.int(),
  longestLagMs: z.int(),
});
export type TrafficDay = z.output<typeof trafficAnswer>;

/** A webhook with its health. Both instants are absent until the first delivery. */
export const webhookAnswer = webhook.extend({
  takenAt: z.string().nullable().optional(),
  failingSince: z.string().nullable().optional(),
});
export type Webhook = z.output<typeof webhookAnswer>;

/** A webhook's secret, returned once. */
export const secretAnswer = z.object({ webhookId: z.string(), secret: z.string() });

export const deliveryAnswer = deliveryRow.extend({
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  dueAt: z.string().nullable(),
});
export type Delivery = z.output<typeof deliveryAnswer>;
/** The number of deliveries that are sent again, or that would be. */
export const countAnswer = z.object({ deliveries: z.int() });
export type WebhookSecret = z.output<typeof secretAnswer>;
