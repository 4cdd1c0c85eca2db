import { idFromStreamName } from '@fynbos/domain/decider.ts';
import type { IntegratorEvent, IntegratorScope } from '@fynbos/domain/integrator/events.ts';
import { integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import {
  evolveWebhooks,
  type Webhook,
  type WebhookEvent,
  type Webhooks,
  webhookEvents,
} from '@fynbos/domain/integrator/webhooks.ts';
import { z } from 'zod';
import { json } from '../engine/columns.ts';
import { defineProjection, type FoldEvent, handleAll, requireRow, typesOf } from '../engine/projection.ts';

export interface IntegratorKey {
  readonly keyId: string;
  readonly madeAt: string;
}

/** A system that sends rental events, with its active keys (without their secrets) and its webhooks. */
export const integratorRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes: json<readonly IntegratorScope[]>(),
  keys: json<readonly IntegratorKey[]>(),
  webhooks: json<readonly Webhook[]>(),
  status: z.enum(['live', 'removed']),
  addedAt: z.string(),
  updatedAt: z.string(),
  version: z.int32(),
});
export type IntegratorRow = z.output<typeof integratorRow>;

const byId = (webhooks: readonly Webhook[]): Webhooks => new Map(webhooks.map((one) => [one.webhookId, one]));

const change = (row: IntegratorRow | null, event: FoldEvent, changes: Partial<IntegratorRow>): IntegratorRow => ({
  ...requireRow(row),
  ...changes,
  updatedAt: event.metadata.recordedAt,
  version: event.revision + 1,
});

const changeWebhooks = (row: IntegratorRow | null, event: FoldEvent<WebhookEvent>): IntegratorRow =>
  change(row, event, { webhooks: [...evolveWebhooks(byId(requireRow(row).webhooks), event).values()] });

export const integrators = defineProjection<IntegratorRow, IntegratorEvent>({
  name: 'integrators',
  version: 2,
  row: integratorRow,
  primaryKey: 'id',
  keys: ({ streamId }) => [idFromStreamName(integratorStreamOf, streamId)],
  handlers: {
    ...handleAll(typesOf(webhookEvents), changeWebhooks),
    IntegratorAdded: (_row, { data, metadata, revision }, key) => ({
      id: key,
      name: data.name,
      scopes: data.scopes,
      keys: [],
      webhooks: [],
      status: 'live',
      addedAt: metadata.recordedAt,
      updatedAt: metadata.recordedAt,
      version: revision + 1,
    }),
    IntegratorChanged: (row, event) => change(row, event, { name: event.data.name, scopes: event.data.scopes }),
    IntegratorKeyMade: (row, event) => {
      const { keyId, madeAt } = event.data;
      return change(row, event, { keys: [...requireRow(row).keys, { keyId, madeAt }] });
    },
    IntegratorKeyRevoked: (row, event) =>
      change(row, event, { keys: requireRow(row).keys.filter(({ keyId }) => keyId !== event.data.keyId) }),
    IntegratorRemoved: (row, event) => change(row, event, { status: 'removed', keys: [], webhooks: [] }),
  },
});
