import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { staleRecord } from '@fynbos/domain/errors.ts';
import type { IntegratorScope } from '@fynbos/domain/integrator/events.ts';
import type { IntegratorCommand } from '@fynbos/domain/integrator/integrator.ts';
import {
  type IntegratorState,
  integratorDecider,
  integratorStreamOf,
  knownIntegrator,
  type LiveIntegrator,
} from '@fynbos/domain/integrator/integrator.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { handle, load } from '../handle.ts';
import type { WithLog } from '../services.ts';
import { sealedAs } from './calls-schema.ts';

/** An API key: `fyn.{integratorId}.{keyId}.{secret}`. Only a keyed hash of the secret is stored. */
const API_KEY_FORMAT = /^fyn\.([a-z0-9]{12})\.([a-z0-9]{8})\.([A-Za-z0-9_-]{43})$/;

export interface ApiKeyHolder {
  readonly integratorId: string;
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly IntegratorScope[];
}

const randomHex = (length: number): string => randomBytes(length).toString('hex').slice(0, length);
const newIntegratorId = (): string => randomHex(12);

const hashOf = (log: EventLog, secret: string): string => log.keys.keyedHash('api key', secret);

/** A new key of an integrator: `apiKey` is shown once, `secretHash` is stored. */
export function newApiKey(log: EventLog, integratorId: string): { keyId: string; apiKey: string; secretHash: string } {
  const keyId = randomHex(8);
  const secret = randomBytes(32).toString('base64url');
  return { keyId, apiKey: `fyn.${integratorId}.${keyId}.${secret}`, secretHash: hashOf(log, secret) };
}

/** The owner of a key, from the integrator's stream; null for a key that is unknown, wrong or revoked. */
export async function apiKeyHolder(log: EventLog, apiKey: string): Promise<ApiKeyHolder | null> {
  const [, integratorId, keyId, secret] = API_KEY_FORMAT.exec(apiKey) ?? [];
  if (!integratorId || !keyId || !secret) return null;
  const { state } = await load(log, integratorDecider, integratorStreamOf(integratorId));
  if (state.status !== 'live') return null;
  const key = state.keys.get(keyId);
  if (!key) return null;
  if (!timingSafeEqual(Buffer.from(key.secretHash), Buffer.from(hashOf(log, secret)))) return null;
  return { integratorId, keyId, name: state.name, scopes: state.scopes };
}

const send = (
  { log }: WithLog,
  integratorId: string,
  command: IntegratorCommand | ((state: IntegratorState, revision: number) => IntegratorCommand),
  context: CommandContext,
) => handle(log, { decider: integratorDecider, streamId: integratorStreamOf(integratorId), command, context });

/** An integrator that is not removed. Throws `DomainError` not-found. */
export async function liveIntegrator({ log }: WithLog, integratorId: string): Promise<LiveIntegrator> {
  return knownIntegrator((await load(log, integratorDecider, integratorStreamOf(integratorId))).state);
}

/** Adds an integrator with its first key. */
export async function addIntegrator(
  { log }: WithLog,
  fields: { readonly name: string; readonly scopes: readonly IntegratorScope[] },
  context: CommandContext,
) {
  const integratorId = newIntegratorId();
  const { state: integrator } = await send(
    { log },
    integratorId,
    { type: 'AddIntegrator', integratorId, ...fields },
    context,
  );
  return { integrator: knownIntegrator(integrator), ...(await makeKey({ log }, integratorId, context)) };
}

/** Creates another key for an integrator. The key is returned only once. Throws `DomainError` not-found. */
export async function makeKey({ log }: WithLog, integratorId: string, context: CommandContext) {
  const { keyId, apiKey, secretHash } = newApiKey(log, integratorId);
  const { position } = await send({ log }, integratorId, { type: 'MakeKey', keyId, secretHash }, context);
  return { keyId, apiKey, position };
}

/** Revokes a key. Throws `DomainError` not-found. */
export const revokeKey = (services: WithLog, integratorId: string, keyId: string, context: CommandContext) =>
  send(services, integratorId, { type: 'RevokeKey', keyId }, context);

/** Changes the given fields of an integrator. `version`: the one that the caller saw. Throws not-found and stale. */
export const changeIntegrator = (
  services: WithLog,
  { integratorId, version }: { readonly integratorId: string; readonly version: number },
  fields: { readonly name?: string | undefined; readonly scopes?: readonly IntegratorScope[] | undefined },
  context: CommandContext,
) => {
  const command = (state: IntegratorState, revision: number) => {
    const { name, scopes } = knownIntegrator(state);
    if (revision + 1 !== version) throw staleRecord();
    return { type: 'ChangeIntegrator', name: fields.name ?? name, scopes: fields.scopes ?? scopes } as const;
  };
  return send(services, integratorId, command, context);
};

/** Removes its keys and webhooks too; destroys the key of its refused items. Throws `DomainError` not-found. */
export async function removeIntegrator({ log }: WithLog, integratorId: string, context: CommandContext) {
  const removed = await send({ log }, integratorId, { type: 'RemoveIntegrator' }, context);
  await log.keys.destroy(sealedAs(integratorId));
  return removed;
}
