import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';
import { webhookEvents } from './webhooks.ts';

export const INTEGRATOR_SCOPES = ['rental-events:write', 'rental-events:read', 'rental-events:any'] as const;
const scopes = z.array(z.enum(INTEGRATOR_SCOPES));

/** Stream `integrator-{integratorId}`: a system that sends rental events. */
export const integratorEvents = {
  IntegratorAdded: z.object({ integratorId: z.string(), name: z.string(), scopes, addedAt: instant }),
  IntegratorChanged: z.object({ name: z.string(), scopes, changedAt: instant }),
  IntegratorKeyMade: z.object({ keyId: z.string(), secretHash: z.string(), madeAt: instant }),
  IntegratorKeyRevoked: z.object({ keyId: z.string(), revokedAt: instant }),
  ...webhookEvents,
  /** Removes the integrator and ends all its keys and webhooks. */
  IntegratorRemoved: z.object({ removedAt: instant }),
} as const;

export type IntegratorEvent = EventsOf<typeof integratorEvents>;
export type IntegratorScope = (typeof INTEGRATOR_SCOPES)[number];
