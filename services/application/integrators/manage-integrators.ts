import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { IntegratorEvent, IntegratorScope } from '@fynbos/domain/integrator/events.ts';
import { type IntegratorState, integratorDecider, integratorStream } from '@fynbos/domain/integrator/integrator.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { type Handled, handle, load } from '../handle.ts';
import type { Application } from '../services.ts';
import { newApiKey, newIntegratorId } from './api-keys.ts';
import { sealedAs } from './prune-calls.ts';

type Log = Pick<Application, 'log'>;

/** An API key, which is returned only once, and the position of its event. */
interface NewKey {
  readonly keyId: string;
  readonly apiKey: string;
  readonly position: Position | undefined;
}

/** An integrator that is not removed. Throws `DomainError` not-found. */
export async function liveIntegrator({ log }: Log, integratorId: string): Promise<IntegratorState> {
  const { state } = await load(log, integratorDecider, integratorStream(integratorId));
  if (state.status !== 'live') throw new DomainError('not-found', 'integrator.unknown', 'Integrator not found.');
  return state;
}

/** Adds an integrator with its first key. */
export async function addIntegrator(
  { log }: Log,
  fields: { readonly name: string; readonly scopes: readonly IntegratorScope[] },
  context: CommandContext,
): Promise<NewKey & { readonly integrator: IntegratorState }> {
  const integratorId = newIntegratorId();
  const at = context.now.toISOString();
  const command = { type: 'AddIntegrator', at, integratorId, ...fields } as const;
  const { state } = await handle(log, integratorDecider, integratorStream(integratorId), command, context);
  return { integrator: state, ...(await makeKey({ log }, integratorId, context)) };
}

/** Creates another key for an integrator. Throws `DomainError` not-found. */
export async function makeKey({ log }: Log, integratorId: string, context: CommandContext): Promise<NewKey> {
  const { keyId, apiKey, secretHash } = newApiKey(log, integratorId);
  const command = { type: 'MakeKey', at: context.now.toISOString(), keyId, secretHash } as const;
  const { position } = await handle(log, integratorDecider, integratorStream(integratorId), command, context);
  return { keyId, apiKey, position };
}

/** Revokes a key. Throws `DomainError` not-found. */
export const revokeKey = (
  { log }: Log,
  integratorId: string,
  keyId: string,
  context: CommandContext,
): Promise<Handled<IntegratorState, IntegratorEvent>> =>
  handle(
    log,
    integratorDecider,
    integratorStream(integratorId),
    { type: 'RevokeKey', at: context.now.toISOString(), keyId },
    context,
  );

/** Changes the given fields of an integrator. Throws `DomainError` not-found. */
export const changeIntegrator = (
  { log }: Log,
  integratorId: string,
  fields: { readonly name?: string | undefined; readonly scopes?: readonly IntegratorScope[] | undefined },
  context: CommandContext,
): Promise<Handled<IntegratorState, IntegratorEvent>> =>
  handle(
    log,
    integratorDecider,
    integratorStream(integratorId),
    ({ name, scopes }) => ({
      type: 'ChangeIntegrator' as const,
      at: context.now.toISOString(),
      name: fields.name ?? name,
      scopes: fields.scopes ?? scopes,
    }),
    context,
  );

/** Removes an integrator with its keys and webhooks, and destroys the key of its refused items. Throws `DomainError` not-found. */
export async function removeIntegrator(
  { log }: Log,
  integratorId: string,
  context: CommandContext,
): Promise<Handled<IntegratorState, IntegratorEvent>> {
  const command = { type: 'RemoveIntegrator', at: context.now.toISOString() } as const;
  const removed = await handle(log, integratorDecider, integratorStream(integratorId), command, context);
  await log.keys.destroy(sealedAs(integratorId));
  return removed;
}
