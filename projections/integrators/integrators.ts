import { type IntegratorEvent, integratorEvents } from '@fynbos/domain/integrator/events.ts';
import { evolveWebhooks, type Webhook, type WebhookEvent, type Webhooks } from '@fynbos/domain/integrator/webhooks.ts';
import type { Projection } from '../engine/projection.ts';

export interface IntegratorKey {
  readonly keyId: string;
  readonly madeAt: string;
}

/** A system that sends rental events, its live keys without their secrets, and where it wants to be told. */
export interface IntegratorRow {
  id: string;
  name: string;
  scopes: readonly string[];
  keys: readonly IntegratorKey[];
  webhooks: readonly Webhook[];
  status: string;
  addedAt: string;
  updatedAt: string;
  version: number;
}

const byId = (webhooks: readonly Webhook[]): Webhooks => new Map(webhooks.map((one) => [one.webhookId, one]));

/** Read model `integrators`, by integrator. */
export const integrators: Projection<IntegratorRow, IntegratorEvent> = {
  name: 'integrators',
  version: 2,
  eventTypes: Object.keys(integratorEvents) as IntegratorEvent['type'][],
  table: {
    columns: {
      id: 'text',
      name: 'text',
      scopes: 'json',
      keys: 'json',
      webhooks: 'json',
      status: 'text',
      addedAt: 'text',
      updatedAt: 'text',
      version: 'integer',
    },
    primaryKey: 'id',
  },
  keys: ({ streamId }) => [streamId.slice('integrator-'.length)],
  evolve: (row, event, key) => {
    const { type, data, metadata, revision } = event as typeof event & IntegratorEvent;
    const seen = { updatedAt: metadata.recordedAt, version: revision + 1 };
    if (type === 'IntegratorAdded') {
      const { name, scopes } = data;
      return { id: key, name, scopes, keys: [], webhooks: [], status: 'live', addedAt: metadata.recordedAt, ...seen };
    }
    if (row === null) throw new Error('a change of an integrator that was not added');
    switch (type) {
      case 'IntegratorChanged':
        return { ...row, ...seen, name: data.name, scopes: data.scopes };
      case 'IntegratorKeyMade':
        return { ...row, ...seen, keys: [...row.keys, { keyId: data.keyId, madeAt: data.madeAt }] };
      case 'IntegratorKeyRevoked':
        return { ...row, ...seen, keys: row.keys.filter(({ keyId }) => keyId !== data.keyId) };
      case 'IntegratorRemoved':
        return { ...row, ...seen, status: 'removed', keys: [], webhooks: [] };
      default:
        return {
          ...row,
          ...seen,
          webhooks: [...evolveWebhooks(byId(row.webhooks), { type, data } as WebhookEvent).values()],
        };
    }
  },
};
