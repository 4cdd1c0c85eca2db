import { load } from '@fynbos/application/handle.ts';
import { sealedAs } from '@fynbos/application/integrators/prune-calls.ts';
import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { integratorDecider, integratorStream } from '@fynbos/domain/integrator/integrator.ts';
import { open } from '@fynbos/platform/sealing.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { integratorTraffic, type TrafficRow } from '@fynbos/projections/integrator-traffic/integrator-traffic.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { DryRun } from '../rentals/dry-run.ts';
import type { Sender } from '../rentals/record.ts';
import { recorderOf } from '../rentals/recorder.ts';
import { rentalEventParser } from '../rentals/rental-event-schema.ts';
import { callLogOf } from './calls/shared.ts';

const tag = 'Integrators';
const who = { admin: 'integrators:change' } as const;
const SHOWN = 100;
const DAYS = 30;
const HIDDEN = '•••';

const itemError = z.object({ path: z.string(), message: z.string() });
const callShape = z.object({
  callId: z.string(),
  keyId: z.string(),
  at: z.string(),
  form: z.enum(['object', 'array', 'stream']),
  dryRun: z.boolean(),
  status: z.int(),
  durationMs: z.int(),
  recorded: z.int(),
  duplicate: z.int(),
  conflict: z.int(),
  rejected: z.int(),
  unavailable: z.int(),
});
const refusedShape = z.object({
  itemId: z.string(),
  callId: z.string(),
  integratorId: z.string(),
  at: z.string(),
  line: z.int(),
  type: z.string().nullable(),
  eventId: z.string().nullable(),
  reservationNo: z.string().nullable(),
  result: z.enum(['conflict', 'rejected']),
  errors: z.array(itemError),
  retriedAt: z.string().nullable(),
  retryResult: z.string().nullable(),
  /** What was sent, with the driver's name hidden; null where it was too long to keep, or was no JSON. */
  item: z.unknown(),
});
const answerShape = z.object({
  eventId: z.string().nullable(),
  result: z.string(),
  position: z.string().optional(),
  errors: z.array(itemError).optional(),
});

interface RefusedRow {
  readonly itemId: string;
  readonly sealed: string | null;
  readonly at: Date;
  readonly retriedAt: Date | null;
}

type Item = Record<string, unknown>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);
const hidden = (item: unknown): unknown =>
  isItem(item) && typeof item.driverName === 'string' ? { ...item, driverName: HIDDEN } : item;

/** What an item is sent again as: as it was corrected, a hidden name being the one that was sent. */
function asCorrected(sent: unknown, corrected: Item | undefined): unknown {
  if (corrected === undefined) return sent;
  return corrected.driverName === HIDDEN && isItem(sent) ? { ...corrected, driverName: sent.driverName } : corrected;
}

/** What integrators did lately: their calls, what was refused and sending it again, their traffic, and trying a call. */
export function integratorCallRoutes(services: Services): Route[] {
  const { log, pool, now } = services;
  const calls = callLogOf(services);
  const recorder = recorderOf(log, pool);

  /** The rows of the log up to this call: what was called through this process a moment ago is in it. */
  const upToDate = async (): Promise<void> => {
    await calls.ready();
    await calls.flush();
  };
  const opened = async (integratorId: string, rows: readonly RefusedRow[]): Promise<Map<string, unknown>> => {
    const subject = sealedAs(integratorId);
    const key = (await log.keys.keysFor([subject], { create: false })).get(subject);
    return new Map(
      rows.map(({ itemId, sealed }) => [itemId, key && sealed ? JSON.parse(open(key, sealed, itemId)) : null]),
    );
  };
  const senderOf = async (id: string): Promise<Sender> => {
    const { state } = await load(log, integratorDecider, integratorStream(id), { personal: false });
    if (state.status !== 'live')
      throw new DomainError('not-found', 'integrator.unknown', 'There is no such integrator.');
    return { integratorId: id, anyReservation: state.scopes.includes('rental-events:any') };
  };

  const list = route({
    method: 'get',
    paths: ['/admin/integrators/{id}/calls'],
    who,
    summary: 'The latest calls of an integrator: when, what, how it came out, how long it took',
    tag,
    answer: z.array(callShape),
    handle: async ({ params }) => {
      await upToDate();
      const { rows } = await pool.query(
        `select "callId", "keyId", "at", "form", "dryRun", "status", "durationMs", "recorded", "duplicate", "conflict", "rejected", "unavailable"
         from integrations.calls where "integratorId" = $1 order by "at" desc limit ${SHOWN}`,
        [params.id],
      );
      return { body: rows };
    },
  });

  const refused = route({
    method: 'get',
    paths: ['/admin/integrators/{id}/refused'],
    who,
    summary: 'The latest items of an integrator that were rejected or in conflict, with the reason',
    tag,
    answer: z.array(refusedShape),
    handle: async ({ params }) => {
      await upToDate();
      const id = params.id as string;
      const { rows } = await pool.query<RefusedRow>(
        `select * from integrations."refusedItems" where "integratorId" = $1 order by "at" desc, "line" limit ${SHOWN}`,
        [id],
      );
      const items = await opened(id, rows);
      return {
        body: rows.map(({ sealed: _sealed, ...row }) => ({ ...row, item: hidden(items.get(row.itemId) ?? null) })),
      };
    },
  });

  const retry = route({
    method: 'post',
    paths: ['/admin/integrators/{id}/refused/{itemId}/retry'],
    who,
    summary:
      'Send a refused item again, as it was or corrected; what is recorded names the administrator as who did it',
    tag,
    body: z.object({ item: z.record(z.string(), z.unknown()).optional() }),
    answer: answerShape,
    handle: async ({ params, body, context }) => {
      const id = params.id as string;
      const sender = await senderOf(id);
      await upToDate();
      const { rows } = await pool.query<RefusedRow>(
        `select * from integrations."refusedItems" where "integratorId" = $1 and "itemId" = $2`,
        [id, params.itemId],
      );
      const item = asCorrected((await opened(id, rows)).get(params.itemId as string) ?? null, body.item);
      if (rows.length === 0 || item === null)
        throw new DomainError(
          'not-found',
          'item.unknown',
          'This item was not kept. The integrator has to send it again.',
        );
      const [answer] = await recorder.record([rentalEventParser(now())(item)], sender, context);
      await pool.query(
        `update integrations."refusedItems" set "retriedAt" = $2, "retryResult" = $3 where "itemId" = $1`,
        [params.itemId, context.now, answer?.result],
      );
      return { body: answer, position: answer?.position ?? null };
    },
  });

  const tryIt = route({
    method: 'post',
    paths: ['/admin/integrators/{id}/try'],
    who,
    summary: 'Send an item as an integrator would, as a dry run: the answer is the real one, nothing is recorded',
    tag,
    body: z.record(z.string(), z.unknown()),
    answer: answerShape,
    handle: async ({ params, body, context }) => {
      const sender = await senderOf(params.id as string);
      const dryRun = new DryRun();
      try {
        const [answer] = await recorder.record([rentalEventParser(now())(body)], sender, context, dryRun);
        return { body: answer };
      } finally {
        dryRun.end();
      }
    },
  });

  const traffic = route({
    method: 'get',
    paths: ['/admin/integrators/{id}/traffic'],
    who,
    summary: 'What an integrator recorded day by day over the last 30 days, and how late after it happened',
    tag,
    reads: [integratorTraffic.name],
    handle: async ({ params, context }) => {
      const { rows } = await pool.query<TrafficRow>(
        `select * from ${readModelTable(integratorTraffic).sql} where "integratorId" = $1 and "day" > $2 order by "day"`,
        [params.id, addDays(dayOf(context.now), -DAYS)],
      );
      return {
        body: rows.map(({ key: _key, integratorId: _id, ...row }) => ({
          ...row,
          longestLagMs: Number(row.longestLagMs),
        })),
      };
    },
  });

  return [list, refused, retry, tryIt, traffic];
}
