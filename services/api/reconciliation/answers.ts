import { integratorList, LIST_KIND_NAMES, listFinding } from '@fynbos/application/reconciliation/list-store.ts';
import { reconciliationRow } from '@fynbos/projections/reconciliations/reconciliations.ts';
import { z } from 'zod';

const kinds = z.record(z.enum(LIST_KIND_NAMES), z.string());

export const integratorNamesAnswer = z.array(z.object({ id: z.string(), name: z.string() }));

export const uploadedAnswer = z.object({ id: z.string(), message: z.string() });

export type IntegratorNames = z.output<typeof integratorNamesAnswer>;

export const listsAnswer = z.object({ kinds, lists: z.array(integratorList) });

export const listAnswer = integratorList.extend({
  kinds,
  findings: z.array(listFinding),
});
export type IntegratorLists = z.output<typeof listsAnswer>;

export const reconciliationAnswer = reconciliationRow;
export type Reconciliation = z.output<typeof reconciliationAnswer>;
