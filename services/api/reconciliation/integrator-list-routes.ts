import { randomUUID } from 'node:crypto';
import { handle } from '@fynbos/application/handle.ts';
import {
  addLines,
  beginList,
  dropList,
  failList,
  LIST_KINDS,
  type ListFinding,
  listById,
  listRead,
  migrateLists,
  newestLists,
} from '@fynbos/application/reconciliation/list-store.ts';
import { isDay } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { reconciliationDecider, reconciliationStreamOf } from '@fynbos/domain/reconciliation/reconciliation.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { integrators } from '@fynbos/projections/integrators/integrators.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { sendCsv } from '../lists/export.ts';
import { readList } from './integrator-list-input.ts';

const tag = 'Reconciliation';
const see = { admin: 'reports:see' } as const;
const SHOWN = 100;
const day = z.string().refine(isDay, 'Must be a day like 2026-03-31.').optional();

/** An integrator's own list of what it sent against what was recorded of it: upload, progress, result. */
export function integratorListRoutes({ log, pool, exports }: Services): Route[] {
  let migrated: Promise<unknown> | undefined;
  const ready = (): Promise<unknown> => {
    migrated ??= migrateLists(pool).catch((error: unknown) => {
      migrated = undefined;
      throw error;
    });
    return migrated;
  };
  const find = async (id: string) => {
    await ready();
    const list = await listById(pool, id);
    if (!list) throw new DomainError('not-found', 'integrator-list.unknown', 'There is no such list.');
    return list;
  };

  const names = route({
    method: 'get',
    paths: ['/admin/integrator-names'],
    who: see,
    summary: 'Who sends rental events: ids and names',
    tag,
    reads: [integrators.name],
    handle: async () => ({
      body: (await pool.query(`select id, name from ${readModelTable(integrators).sql} order by name, id`)).rows,
    }),
  });

  const upload = route({
    method: 'post',
    paths: ['/admin/integrator-lists'],
    who: { admin: 'reconciliation:run' },
    summary: 'Compare an integrator’s own list (CSV, columns named as the fields are sent, eventId at least) with ours',
    tag,
    raw: 'text/csv',
    status: 202,
    query: z
      .object({
        integratorId: z.string('The integrator is missing.').min(1, 'The integrator is missing.'),
        from: day,
        to: day,
      })
      .refine(({ from, to }) => !from || !to || from <= to, { error: 'from must not be after to.', path: ['from'] }),
    handle: async ({ request, query: { integratorId, from = null, to = null }, context }) => {
      await ready();
      const known = await pool.query(`select from ${readModelTable(integrators).sql} where id = $1`, [integratorId]);
      if (known.rowCount === 0)
        throw new DomainError('not-found', 'integrator.unknown', 'There is no such integrator.');
      const id = randomUUID();
      try {
        const lines = await readList(
          request,
          (columns) => beginList(pool, { id, integratorId, from, to, columns }),
          (batch) => addLines(pool, id, batch),
        );
        await listRead(pool, id, lines);
      } catch (error) {
        await dropList(pool, id);
        throw error;
      }
      try {
        const { position } = await handle(
          log,
          reconciliationDecider,
          reconciliationStreamOf(id),
          { type: 'AskReconciliation', reconciliationId: id, how: 'integrator-list', at: context.now.toISOString() },
          context,
        );
        return { body: { id, message: 'The list is being compared.' }, position: position ?? null };
      } catch (error) {
        // Where that cannot be put down either, the list fails by its silence.
        await failList(pool, id).catch(() => undefined);
        throw error;
      }
    },
  });

  const list = route({
    method: 'get',
    paths: ['/admin/integrator-lists'],
    who: see,
    summary: 'The newest lists with how far their comparison has come and what it found',
    tag,
    handle: async () => {
      await ready();
      return { body: { kinds: LIST_KINDS, lists: await newestLists(pool, 30) } };
    },
  });

  const show = route({
    method: 'get',
    paths: ['/admin/integrator-lists/{id}'],
    who: see,
    summary: 'A list with the first hundred differences',
    tag,
    handle: async ({ params }) => {
      const found = await find(params.id as string);
      const { rows } = await pool.query<ListFinding>(
        `select line, "eventId", "reservationNo", kind, field, theirs, ours from integrator_lists.findings
         where "listId" = $1 order by seq limit ${SHOWN}`,
        [found.id],
      );
      return { body: { ...found, kinds: LIST_KINDS, findings: rows } };
    },
  });

  const csv = route({
    method: 'get',
    paths: ['/admin/integrator-lists/{id}/findings.csv'],
    who: see,
    summary: 'All differences of a list as CSV',
    tag,
    handle: async (call) => {
      const found = await find(call.params.id as string);
      const text = 'select * from integrator_lists.findings where "listId" = $1 order by seq';
      return sendCsv(call, exports, `list-${found.id}`, { text, values: [found.id] }, [
        { heading: 'line', cell: (row) => row.line },
        { heading: 'eventId', cell: (row) => row.eventId },
        { heading: 'reservationNo', cell: (row) => row.reservationNo },
        { heading: 'difference', cell: (row) => LIST_KINDS[row.kind as keyof typeof LIST_KINDS] },
        { heading: 'field', cell: (row) => row.field },
        { heading: 'theirs', cell: (row) => row.theirs },
        { heading: 'ours', cell: (row) => row.ours },
      ]);
    },
  });
  return [names, upload, csv, list, show];
}
