import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { IntegratorEvent, IntegratorScope } from './events.ts';
import { decideWebhook, evolveWebhooks, type WebhookCommand, type Webhooks } from './webhooks.ts';

interface NamedScopes {
  readonly name: string;
  readonly scopes: readonly IntegratorScope[];
}

/** Of a live integrator. */
interface Connections {
  /** The active keys: keyed hash of the secret by key id. */
  readonly keys: ReadonlyMap<string, { readonly secretHash: string; readonly madeAt: string }>;
  readonly webhooks: Webhooks;
}

const NO_CONNECTIONS = { keys: new Map<string, never>(), webhooks: new Map<string, never>() } as const;
type NoConnections = typeof NO_CONNECTIONS;

export type LiveIntegrator = { readonly status: 'live'; readonly integratorId: string } & NamedScopes & Connections;

/** The state of an integrator. Only a live one has keys and webhooks. */
export type IntegratorState =
  | { readonly status: 'none' }
  | LiveIntegrator
  | ({ readonly status: 'removed'; readonly integratorId: string } & NamedScopes & NoConnections);

/** Throws `integrator.unknown` for a removed one too. */
export function knownIntegrator(state: IntegratorState): LiveIntegrator {
  if (state.status !== 'live') throw new DomainError('not-found', 'integrator.unknown', 'Integrator not found.');
  return state;
}

/** `secretHash`: a keyed hash. */
export type IntegratorCommand =
  | WebhookCommand
  | ({ readonly type: 'AddIntegrator'; readonly integratorId: string } & NamedScopes)
  | ({ readonly type: 'ChangeIntegrator' } & NamedScopes)
  | { readonly type: 'MakeKey'; readonly keyId: string; readonly secretHash: string }
  | { readonly type: 'RevokeKey'; readonly keyId: string }
  | { readonly type: 'RemoveIntegrator' };

const checkedScopes = (scopes: readonly IntegratorScope[]): IntegratorScope[] => {
  if (scopes.length === 0)
    throw new DomainError('invalid', 'integrator.scopes-missing', 'At least one scope is required.');
  return [...new Set(scopes)].sort();
};

function decide(command: IntegratorCommand, before: IntegratorState, at: string): readonly IntegratorEvent[] {
  if (command.type === 'AddIntegrator') {
    if (before.status !== 'none')
      throw new DomainError('conflict', 'integrator.exists', 'This integrator already exists.');
    const { integratorId, name } = command;
    return [
      { type: 'IntegratorAdded', data: { integratorId, name, scopes: checkedScopes(command.scopes), addedAt: at } },
    ];
  }
  const state = knownIntegrator(before);
  switch (command.type) {
    case 'ChangeIntegrator': {
      const scopes = checkedScopes(command.scopes);
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
  if (event.type === 'IntegratorAdded') {
    const { integratorId, name, scopes } = event.data;
    return { ...NO_CONNECTIONS, status: 'live', integratorId, name, scopes };
  }
  // No event of an integrator comes before the one that adds it or after its removal.
  return state.status === 'live' ? evolveExisting(state, event) : state;
}

function evolveExisting(
  state: LiveIntegrator,
  event: Exclude<IntegratorEvent, { type: 'IntegratorAdded' }>,
): IntegratorState {
  switch (event.type) {
    case 'IntegratorChanged':
      return { ...state, name: event.data.name, scopes: event.data.scopes };
    case 'IntegratorKeyMade': {
      const { keyId, secretHash, madeAt } = event.data;
      return { ...state, keys: new Map([...state.keys, [keyId, { secretHash, madeAt }]]) };
    }
    case 'IntegratorKeyRevoked':
      return { ...state, keys: new Map([...state.keys].filter(([keyId]) => keyId !== event.data.keyId)) };
    case 'IntegratorRemoved':
      return { ...state, ...NO_CONNECTIONS, status: 'removed' };
    default:
      return { ...state, webhooks: evolveWebhooks(state.webhooks, event) };
  }
}

export const integratorDecider: Decider<IntegratorState, IntegratorCommand, IntegratorEvent> = {
  name: 'integrator',
  initial: { status: 'none' },
  decide,
  evolve,
};

export const integratorStreamOf = (integratorId: string): string => `integrator-${integratorId}`;
