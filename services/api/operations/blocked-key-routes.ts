import { existsSync } from 'node:fs';
import { recordAdminAction } from '@fynbos/application/audit/record-admin-action.ts';
import { reactionsOf } from '@fynbos/application/reactions.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { blockedKeys, waitingEvents } from '@fynbos/projections/engine/blocked-keys.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { liveInstance } from '@fynbos/projections/engine/projection-instance.ts';
import { retryBlockedStream } from '@fynbos/projections/engine/reaction.ts';
import { retryBlockedKey } from '@fynbos/projections/engine/retry-blocked-key.ts';
import { projections } from '@fynbos/projections/registry.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { blockedKeyAnswer, waitingEventAnswer } from './answers.ts';

// Permission, paths, error codes (`parked.…`) and the name of the action are those of earlier releases: roles, records
// and callers use them.
const who = { admin: 'parked-keys:mend' } as const;
/** Maximum number of events shown behind a blocked key. */
const MAX_LISTED_EVENTS = 50;

const place = z.object({ projection: z.string().max(100), key: z.string().max(500) });

/** Null where it is not mounted: the nightly job of the reactors, which have it mounted, records missing erasures. */
const mountedHere = (folder: string | null): string | null => (folder !== null && existsSync(folder) ? folder : null);

const list = route.get('/admin/operations/parked', {
  who,
  summary: 'List blocked keys with their failed event and its error',
  answer: z.array(blockedKeyAnswer),
  handle: async (_call, { db, log }) => {
    const keys = await blockedKeys(db);
    const events = await Promise.all(
      keys.slice(0, 200).map(({ eventId, position }) => log.store.readEvent(eventId, position)),
    );
    return {
      body: keys.map((key, at) => ({
        ...key,
        id: `${key.projection} ${key.key}`,
        eventType: events[at]?.type ?? null,
        streamId: events[at]?.streamId ?? null,
      })),
    };
  },
});

const retry = route.post('/admin/operations/parked/resume', {
  who,
  summary: 'Retry the failed events of a blocked key, in order',
  body: place,
  answer: z.object({ taken: z.int(), waiting: z.int() }),
  handle: async (call, services) => {
    const { body, context, request } = call;
    const none = () => new DomainError('not-found', 'parked.none', 'This key is not blocked.');
    if ((await waitingEvents(services.db, body.projection, body.key, 1)).length === 0) throw none();
    const on = `parked/${body.projection}/${body.key}`;
    const position = await recordAdminAction(services, call, { act: 'resume-parked-key', on });
    const projection = projections.find(({ name }) => name === body.projection);
    const ended = new AbortController();
    request.on('aborted', () => ended.abort());
    const reaction = projection
      ? undefined
      : reactionsOf({
          log: services.log,
          db: services.db,
          notices: services.notices,
          deliveries: services.deliveries,
          programme: services.config.programme,
          now: services.now,
          checkpointFolder: mountedHere(services.config.checkpointFolder),
        }).find(({ name }) => name === body.projection);
    const parts = foldPartsOf(services.log, services.db);
    const resumed = projection
      ? await retryBlockedKey(parts, liveInstance(projection), body.key)
      : reaction
        ? await retryBlockedStream(parts, reaction, body.key, ended.signal)
        : null;
    if (!resumed) throw none();
    services.logger.info(
      { readModel: body.projection, adminId: context.actor.id, ...resumed },
      'a blocked key was retried',
    );
    return { body: resumed, position };
  },
});

const waiting = route.get('/admin/operations/parked/waiting', {
  who,
  summary: 'List the waiting events of a blocked key in order; the first is the failed event',
  query: place,
  answer: z.array(waitingEventAnswer),
  handle: async ({ query }, { db, log }) => {
    const places = await waitingEvents(db, query.projection, query.key, MAX_LISTED_EVENTS);
    const events = await Promise.all(places.map(({ eventId, position }) => log.store.readEvent(eventId, position)));
    return {
      body: places.map(({ eventId }, at) => ({
        eventId,
        type: events[at]?.type ?? null,
        streamId: events[at]?.streamId ?? null,
        recordedAt: events[at]?.metadata.recordedAt ?? null,
      })),
    };
  },
});

export const blockedKeyRoutes = tagged('Operations', [waiting, list, retry]);
