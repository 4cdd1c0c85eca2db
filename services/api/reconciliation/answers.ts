import { LIST_KINDS, type ListKind } from '@fynbos/application/reconciliation/list-store.ts';
import { reconciliationRow } from '@fynbos/projections/reconciliations/reconciliations.ts';
import { z } from 'zod';

const instant = z.iso.datetime();
const kindNames = Object.keys(LIST_KINDS) as [ListKind, ...ListKind[]];
const kinds = z.record(z.enum(kindNames), z.string());

/** `GET /admin/integrator-names`. */
export const integratorNamesAnswer = z.array(z.object({ id: z.string(), name: z.string() }));

/** `POST /admin/integrator-lists` and `POST /admin/reconciliations`. */
export const uploadedAnswer = z.object({ id: z.string(), message: z.string() });

const list = z.object({
  id: z.string(),
  integratorId: z.string(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  columns: z.array(z.string()),
  lines: z.int(),
  compared: z.int(),
  ours: z.int(),
  counts: z.partialRecord(z.enum(kindNames), z.int()),
  state: z.enum(['reading', 'waiting', 'comparing', 'done', 'failed']),
  createdAt: instant,
});
export type IntegratorNames = z.output<typeof integratorNamesAnswer>;

/** `GET /admin/integrator-lists`. */
export const listsAnswer = z.object({ kinds, lists: z.array(list) });

/** `GET /admin/integrator-lists/{id}`. */
export const listAnswer = list.extend({
  kinds,
  findings: z.array(
    z.object({
      line: z.int().nullable(),
      eventId: z.string(),
      reservationNo: z.string().nullable(),
      kind: z.enum(kindNames),
      field: z.string().nullable(),
      theirs: z.string().nullable(),
      ours: z.string().nullable(),
    }),
  ),
});
export type IntegratorLists = z.output<typeof listsAnswer>;

/** A record of `GET /admin/reconciliations`. */
export const reconciliationAnswer = reconciliationRow;
export type Reconciliation = z.output<typeof reconciliationAnswer>;
