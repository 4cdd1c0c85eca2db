import { loadTaxPeople } from '@fynbos/application/erasure/tax-people.ts';
import { load } from '@fynbos/application/handle.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import { ORDINARY_TREATMENT, taxTreatment, treatmentOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { dayOf, isDay, taxYearOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { readSarsFile, sarsFile } from '@fynbos/domain/tax/sars-file.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { type TaxCertificateRow, taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import { z } from 'zod';
import { leaveForApprovalBecause } from '../approvals/waiting.ts';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { equalTo, onDay } from '../lists/filters.ts';
import { listSources } from '../lists/past-list.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { recordFileTaken } from '../payouts/file-taken.ts';
import { employerOf, recipientOf } from './recipient.ts';
import { completenessOf, monthsOfYear, reconciliationOf, TAX_MODELS } from './tax-view.ts';

const tag = 'Tax';
const maySee = { admin: 'reports:see' } as const;
const mayChange = { admin: 'tax:change' } as const;

/** What every page with the file says. */
export const SARS_NOTICE =
  'Import the file into e@syFile and check it there before it is submitted. Nothing more is claimed of it.';

const treatmentForm = z.object({
  effectiveFrom: z.string().refine(isDay, 'Must be a day like 2026-03-31.'),
  treatment: taxTreatment.refine(
    ({ kind, directiveNumber }) => kind !== 'directive' || Boolean(directiveNumber),
    'A directive needs its number.',
  ),
  reason: needed('Say what the treatment rests on.'),
});

const yearOf = (call: { params: Readonly<Record<string, string>> }): number => {
  const year = Number(call.params.id);
  if (!Number.isSafeInteger(year) || year < 2000 || year > 2200)
    throw new DomainError('not-found', 'tax.year', 'There is no such tax year.');
  return year;
};

/** Treatments, months of payment, certificates, the file for SARS, and what is missing for them. */
export function taxRoutes(services: Services): Route[] {
  const { log, pool, config, now } = services;
  const reads = [tax.name, taxCertificates.name];

  const treatments = route({
    method: 'get',
    paths: ['/admin/travel-agents/{id}/tax-treatment'],
    who: maySee,
    summary: 'How tax is taken from an agent: today, and the history with its evidence',
    tag,
    handle: async ({ params }) => {
      const { state } = await load(log, agentDecider, agentStream(params.id as string), { personal: false });
      if (state.status === 'none') throw new DomainError('not-found', 'agent.unknown', 'There is no such agent.');
      return {
        body: {
          current: treatmentOn(state.treatments, dayOf(now())),
          ordinary: ORDINARY_TREATMENT,
          treatments: state.treatments,
        },
      };
    },
  });

  const setTreatment = route({
    method: 'post',
    paths: ['/admin/travel-agents/{id}/tax-treatment'],
    secondPerson: true,
    who: mayChange,
    summary: 'Set how tax is taken from an agent from a day on: waits for a second person',
    tag,
    status: 202,
    body: treatmentForm,
    handle: async (call) => {
      const id = call.params.id as string;
      if ((await log.readStream(agentStream(id))).events.length === 0)
        throw new DomainError('not-found', 'agent.unknown', 'There is no such agent.');
      const { effectiveFrom, treatment, reason } = call.body;
      return leaveForApprovalBecause(services, call, reason, {
        kind: 'agent.tax-treatment',
        subject: `travel-agents/${id}`,
        summary: `Tax treatment of agent ${id} from ${effectiveFrom}: ${treatment.kind}, ${treatment.rate * 100} %`,
        fields: ['treatment'],
        payload: { agentId: id, effectiveFrom, treatment, reason },
      });
    },
  });

  const year = route({
    method: 'get',
    paths: ['/admin/tax-years/{id}'],
    who: maySee,
    summary:
      'A tax year: PAYE by month of payment (EMP201), the reconciliation, and what is missing for certificates; now or as of a moment, 202 with the progress while that is being made',
    tag,
    reads: [...reads, balances.name],
    handle: async (call) => {
      const taxYear = yearOf(call);
      const source = await listSources(services, TAX_MODELS, call.query);
      if ('answer' in source) return source.answer;
      const { tables, at } = source;
      const currentTaxYear = taxYearOf(dayOf(at ?? now()));
      const [months, reconciliation, completeness] = await Promise.all([
        monthsOfYear(pool, tables, taxYear),
        reconciliationOf(pool, tables, taxYear),
        completenessOf(pool, tables, taxYear, taxYear === currentTaxYear),
      ]);
      return {
        body: {
          id: taxYear,
          currentTaxYear,
          months,
          reconciliation,
          completeness,
          notice: SARS_NOTICE,
        },
      };
    },
  });

  const order = route({
    method: 'post',
    paths: ['/admin/tax-years/{id}/certificates'],
    secondPerson: true,
    who: mayChange,
    summary:
      'Make the certificates of a tax year, or those whose figures have changed, and withdraw those of which nothing is left: waits for a second person',
    tag,
    status: 202,
    body: z.object({ reason: needed('Say why certificates are made now.') }),
    handle: async (call) => {
      const taxYear = yearOf(call);
      const { reason } = call.body;
      return leaveForApprovalBecause(services, call, reason, {
        kind: 'tax.certificates',
        subject: `tax-years/${taxYear}`,
        summary: `Make the tax certificates of ${taxYear}`,
        fields: [],
        payload: { taxYear, reason },
      });
    },
  });

  const file = route({
    method: 'get',
    paths: ['/admin/tax-years/{id}/sars.csv'],
    who: mayChange,
    summary: 'The certificates of a tax year that hold, as the code,value file that e@syFile imports',
    tag,
    reads,
    handle: async (call) => {
      const taxYear = yearOf(call);
      const { rows } = await pool.query<TaxCertificateRow>(
        `select * from ${readModelTable(taxCertificates).sql} where "taxYear" = $1 and "withdrawnAt" is null
         order by "agentId", type`,
        [taxYear],
      );
      const people = new Map<number, ReturnType<typeof recipientOf>>();
      for (let start = 0; start < rows.length; start += 1000) {
        const found = await loadTaxPeople(log, [
          ...new Set(rows.slice(start, start + 1000).map(({ agentId }) => agentId)),
        ]);
        for (const [agentId, agent] of found) people.set(agentId, recipientOf(agent));
      }
      const content = sarsFile(
        employerOf(config),
        taxYear,
        rows.map((certificate) => ({
          certificate,
          person: people.get(certificate.agentId) as ReturnType<typeof recipientOf>,
        })),
      );
      const { errors } = readSarsFile(content);
      if (errors.length > 0) throw new DomainError('conflict', 'tax.file', `The file is not right: ${errors[0]}`);
      await recordFileTaken(services, call, 'tax-file', `tax-years/${taxYear}`);
      call.response.status(200).set({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="sars-${taxYear}.csv"`,
        'Cache-Control': 'no-store',
      });
      call.response.end(content);
      return undefined;
    },
  });

  return [
    treatments,
    setTreatment,
    file,
    order,
    year,
    ...tableRoutes<TaxCertificateRow & Record<string, unknown>>(services, {
      resource: 'certificates',
      permission: 'reports:see',
      tag,
      summary: 'Tax certificates',
      reads: [taxCertificates.name],
      list: {
        table: readModelTable(taxCertificates).name,
        key: 'id',
        filters: {
          id: { column: 'id', match: 'equals' },
          agentId: { column: 'agentId', match: 'equals', type: 'number' },
          taxYear: { column: 'taxYear', match: 'equals', type: 'number' },
          type: { column: 'type', match: 'equals' },
          ...equalTo('text', 'certificateNo'),
          ...equalTo('number', 'version', 'grossCents', 'payeCents'),
          ...onDay('issuedAt'),
        },
        sorts: { taxYear: 'taxYear', agentId: 'agentId' },
        defaultSort: { field: 'taxYear', descending: true },
      },
      record: (row) => row,
    }),
  ];
}
