import { handle } from '@fynbos/application/handle.ts';
import { sealedAs } from '@fynbos/application/integrators/prune-calls.ts';
import { INTEGRATOR_SCOPES } from '@fynbos/domain/integrator/events.ts';
import { integratorDecider, integratorStream } from '@fynbos/domain/integrator/integrator.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { newApiKey, newIntegratorId } from './api-keys.ts';

const who = { admin: 'integrators:change' } as const;
const tag = 'Integrators';
const form = z.object({
  name: needed('Name is required!'),
  scopes: z.array(z.enum(INTEGRATOR_SCOPES, 'Unknown scope.')).min(1, 'At least one scope is required!'),
});
const keyShown = z.object({ keyId: z.string(), apiKey: z.string() });

/** Integrators and their keys. A key is shown in the answer that makes it, and never again. */
export function integratorRoutes({ log }: Services): Route[] {
  const add = route({
    method: 'post',
    paths: ['/admin/integrators'],
    who,
    summary: 'Add an integrator with its first key',
    tag,
    body: form,
    answer: keyShown.extend({ id: z.string(), name: z.string(), scopes: z.array(z.string()) }),
    status: 201,
    handle: async ({ body, context }) => {
      const integratorId = newIntegratorId();
      const at = context.now.toISOString();
      const stream = integratorStream(integratorId);
      const { keyId, apiKey, secretHash } = newApiKey(log, integratorId);
      const added = await handle(
        log,
        integratorDecider,
        stream,
        { type: 'AddIntegrator', at, integratorId, ...body },
        context,
      );
      const { position } = await handle(
        log,
        integratorDecider,
        stream,
        { type: 'MakeKey', at, keyId, secretHash },
        context,
      );
      const { name, scopes } = added.state;
      return { position: position ?? null, body: { id: integratorId, name, scopes, keyId, apiKey } };
    },
  });

  const makeKey = route({
    method: 'post',
    paths: ['/admin/integrators/{id}/keys'],
    who,
    summary: 'Make a further key',
    tag,
    answer: keyShown,
    status: 201,
    handle: async ({ params, context }) => {
      const integratorId = params.id as string;
      const { keyId, apiKey, secretHash } = newApiKey(log, integratorId);
      const command = { type: 'MakeKey', at: context.now.toISOString(), keyId, secretHash } as const;
      const { position } = await handle(log, integratorDecider, integratorStream(integratorId), command, context);
      return { position: position ?? null, body: { keyId, apiKey } };
    },
  });

  const revokeKey = route({
    method: 'delete',
    paths: ['/admin/integrators/{id}/keys/{keyId}'],
    who,
    summary: 'Revoke a key',
    tag,
    status: 204,
    handle: async ({ params, context }) => {
      const command = { type: 'RevokeKey', at: context.now.toISOString(), keyId: params.keyId as string } as const;
      const { position } = await handle(
        log,
        integratorDecider,
        integratorStream(params.id as string),
        command,
        context,
      );
      return { position: position ?? null };
    },
  });

  const remove = route({
    method: 'delete',
    paths: ['/admin/integrators/{id}'],
    who,
    summary: 'Remove an integrator; all its keys end, and what was refused can be read no more',
    tag,
    status: 204,
    handle: async ({ params, context }) => {
      const command = { type: 'RemoveIntegrator', at: context.now.toISOString() } as const;
      const { position } = await handle(
        log,
        integratorDecider,
        integratorStream(params.id as string),
        command,
        context,
      );
      await log.keys.destroy(sealedAs(params.id as string));
      return { position: position ?? null };
    },
  });

  return [add, makeKey, revokeKey, remove];
}
