import type { Limit, Limits } from '@fynbos/application/auth/limits.ts';
import { forbidden, unauthenticated } from '@fynbos/application/caller.ts';
import { type ApiKeyHolder, apiKeyHolder } from '@fynbos/application/integrators/api-keys.ts';
import type { IntegratorScope } from '@fynbos/domain/integrator/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Request } from 'express';

/** Calls with one key; items are not counted (I2). */
const CALLS: Limit = { name: 'api-key', most: 600, seconds: 60 };

async function holderOf(log: EventLog, request: Request): Promise<ApiKeyHolder> {
  const [, key] = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '') ?? [];
  const holder = key === undefined ? null : await apiKeyHolder(log, key);
  if (holder === null) throw unauthenticated('A valid API key is needed.');
  return holder;
}

function requireScope(holder: ApiKeyHolder, scope: IntegratorScope): ApiKeyHolder {
  if (!holder.scopes.includes(scope)) throw forbidden(`The API key needs the scope ${scope}.`);
  return holder;
}

/**
 * Returns the owner of the request's API key, and counts the call towards the key's limit. Throws 401 (key), 429
 * (limit) or 403 (scope).
 */
export async function authenticate(
  { log, limits }: { readonly log: EventLog; readonly limits: Limits },
  request: Request,
  scope: IntegratorScope,
): Promise<ApiKeyHolder> {
  const holder = await holderOf(log, request);
  await limits.takeOften(CALLS, holder.keyId);
  return requireScope(holder, scope);
}

/** Checks the key of an open call again, because it may have been revoked. Throws 401 or 403. */
export const authenticateAgain = async (
  log: EventLog,
  request: Request,
  scope: IntegratorScope,
): Promise<ApiKeyHolder> => requireScope(await holderOf(log, request), scope);
