import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { IntegratorEvent, IntegratorScope } from './events.ts';
import { decideWebhook, evolveWebhooks, type WebhookCommand, type Webhooks } from './webhooks.ts';

export interface IntegratorState extends NamedScopes {
  readonly status: 'none' | 'live' | 'removed';
  readonly integratorId: string;
  /** The active keys: keyed hash of the secret by key id. */
  readonly keys: ReadonlyMap<string, { readonly secretHash: string; readonly madeAt: string }>;
  readonly webhooks: Webhooks;
}

interface NamedScopes {
  readonly name: string;
  readonly scopes: readonly IntegratorScope[];
}

/** `secretHash` is a keyed hash, which the caller computes. */
export type IntegratorCommand =
  | WebhookCommand
  | ({ readonly type: 'AddIntegrator'; readonly integratorId: string } & NamedScopes)
  | ({ readonly type: 'ChangeIntegrator' } & NamedScopes)
  | { readonly type: 'MakeKey'; readonly keyId: string; readonly secretHash: string }
  | { readonly type: 'RevokeKey'; readonly keyId: string }
  | { readonly type: 'RemoveIntegrator' };

const noIntegrator: IntegratorState = {
  status: 'none',
  integratorId: '',
  name: '',
  scopes: [],
  keys: new Map(),
  webhooks: new Map(),
};

const checked = (scopes: readonly IntegratorScope[]): IntegratorScope[] => {
  if (scopes.length === 0)
    throw new DomainError('invalid', 'integrator.scopes-missing', 'At least one scope is required.');
  return [...new Set(scopes)].sort();
};

function decide(command: IntegratorCommand, state: IntegratorState, at: string): readonly IntegratorEvent[] {
  if (command.type === 'AddIntegrator') {
    if (state.status !== 'none')
      throw new DomainError('conflict', 'integrator.exists', 'This integrator already exists.');
    const { integratorId, name } = command;
    return [{ type: 'IntegratorAdded', data: { integratorId, name, scopes: checked(command.scopes), addedAt: at } }];
  }
  if (state.status !== 'live') throw new DomainError('not-found', 'integrator.unknown', 'Integrator not found.');
  switch (command.type) {
    case 'ChangeIntegrator': {
      const scopes = checked(command.scopes);
      if (command.name === state.name && scopes.join() === state.scopes.join()) return [];
      return [{ type: 'IntegratorChanged', data: { name: command.name, scopes, changedAt: at } }];
    }
    case 'MakeKey': {
      const { keyId, secretHash } = command;
      if (state.keys.has(keyId)) throw new DomainError('conflict', 'integrator.key-exists', 'This key already exists.');
      return [{ type: 'IntegratorKeyMade', data: { keyId, secretHash, madeAt: at } }];
    }
    case 'RevokeKey':
      if (!state.keys.has(command.keyId))
        throw new DomainError('not-found', 'integrator.key-unknown', 'Key not found.');
      return [{ type: 'IntegratorKeyRevoked', data: { keyId: command.keyId, revokedAt: at } }];
    case 'RemoveIntegrator':
      return [{ type: 'IntegratorRemoved', data: { removedAt: at } }];
    default:
      return decideWebhook(command, state.webhooks, at);
  }
}

function evolve(state: IntegratorState, event: IntegratorEvent): IntegratorState {
  switch (event.type) {
    case 'IntegratorAdded': {
      const { integratorId, name, scopes } = event.data;
      return { ...state, status: 'live', integratorId, name, scopes };
    }
    case 'IntegratorChanged':
      return { ...state, name: event.data.name, scopes: event.data.scopes };
    case 'IntegratorKeyMade': {
      const { keyId, secretHash, madeAt } = event.data;
      return { ...state, keys: new Map([...state.keys, [keyId, { secretHash, madeAt }]]) };
    }
    case 'IntegratorKeyRevoked':
      return { ...state, keys: new Map([...state.keys].filter(([keyId]) => keyId !== event.data.keyId)) };
    case 'IntegratorRemoved':
      return { ...state, status: 'removed', keys: new Map(), webhooks: new Map() };
    default:
      return { ...state, webhooks: evolveWebhooks(state.webhooks, event) };
  }
}

/** The rules of one integrator and its keys. Stream `integrator-{id}`. */
export const integratorDecider: Decider<IntegratorState, IntegratorCommand, IntegratorEvent> = {
  name: 'integrator',
  initial: noIntegrator,
  decide,
  evolve,
};

export const integratorStreamOf = (integratorId: string): string => `integrator-${integratorId}`;
