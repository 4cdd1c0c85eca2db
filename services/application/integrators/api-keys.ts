import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IntegratorScope } from '@fynbos/domain/integrator/events.ts';
import { integratorDecider, integratorStream } from '@fynbos/domain/integrator/integrator.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';

/** An API key: `fyn.{integratorId}.{keyId}.{secret}`. Only a keyed hash of the secret is stored. */
const SHAPE = /^fyn\.([a-z0-9]{12})\.([a-z0-9]{8})\.([A-Za-z0-9_-]{43})$/;

export interface ApiKeyHolder {
  readonly integratorId: string;
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly IntegratorScope[];
}

const randomHex = (length: number): string => randomBytes(length).toString('hex').slice(0, length);
export const newIntegratorId = (): string => randomHex(12);

const hashOf = (log: EventLog, secret: string): string => log.keys.keyedHash('api key', secret);

/** A new key of an integrator: `apiKey` is shown once, `secretHash` is stored. */
export function newApiKey(log: EventLog, integratorId: string): { keyId: string; apiKey: string; secretHash: string } {
  const keyId = randomHex(8);
  const secret = randomBytes(32).toString('base64url');
  return { keyId, apiKey: `fyn.${integratorId}.${keyId}.${secret}`, secretHash: hashOf(log, secret) };
}

/** The owner of a key, from the integrator's stream; null for a key that is unknown, wrong or revoked. */
export async function apiKeyHolder(log: EventLog, apiKey: string): Promise<ApiKeyHolder | null> {
  const [, integratorId, keyId, secret] = SHAPE.exec(apiKey) ?? [];
  if (!integratorId || !keyId || !secret) return null;
  const { state } = await load(log, integratorDecider, integratorStream(integratorId));
  const key = state.keys.get(keyId);
  if (!key) return null;
  if (!timingSafeEqual(Buffer.from(key.secretHash), Buffer.from(hashOf(log, secret)))) return null;
  return { integratorId, keyId, name: state.name, scopes: state.scopes };
}
