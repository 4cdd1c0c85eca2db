import { loadAgents } from '@fynbos/application/agents/load-agent.ts';
import { recordSensitiveExport } from '@fynbos/application/audit/record-admin-action.ts';
import { agentOf, forbidden } from '@fynbos/application/caller.ts';
import { loadTaxPeople } from '@fynbos/application/erasure/tax-people.ts';
import { agentCertificates, agentTaxProfile } from '@fynbos/application/tax/agent-tax.ts';
import {
  certificateVersion,
  certificateVersions,
  reissueCertificate,
} from '@fynbos/application/tax/issue-certificates.ts';
import type { CertificateVersion } from '@fynbos/domain/tax/certificate.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { agentNameSql } from '@fynbos/projections/tax-certificates/queries.ts';
import { taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import { taxSubmissions } from '@fynbos/projections/tax-submissions/tax-submissions.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { reasonField } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { equalTo, onDay, sameAs } from '../lists/filters.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import {
  certificateAnswer,
  certificateVersionsAnswer,
  ownCertificatesAnswer,
  reissuedAnswer,
  taxProfileAnswer,
} from './answers.ts';
import { certificatePdf } from './certificate-pdf.ts';

const mayChange = { admin: 'tax:change' } as const;
const reads = [taxCertificates.name];

/** The version of a certificate; the newest by default. */
const versionQuery = z.object({ version: z.coerce.number().int().positive().optional() });

/** `IRP5-2027`, `IT3a-2027`: the prefix of a certificate's file name. */
const fileNameOf = ({ certificate: { type, taxYear } }: CertificateVersion): string =>
  `${type.replace(/\W/g, '')}-${taxYear}`;

const versionOf = ({ certificate, duplicates, withdrawn, supersededBy }: CertificateVersion) => ({
  ...certificate,
  copies: duplicates.length,
  supersededBy,
  withdrawnOn: withdrawn?.at ?? null,
});

const pdf = route.get('/admin/certificates/{id}/certificate.pdf', {
  who: mayChange,
  summary: 'Download a version of a tax certificate as PDF, marked if it is withdrawn, superseded or a duplicate',
  query: versionQuery,
  reads,
  handle: async ({ params: { id }, query, caller, context, response }, services) => {
    const found = await certificateVersion(services, id, query.version);
    const { agentId, version } = found.certificate;
    await recordSensitiveExport(services, { caller, context }, 'certificate', `certificates/${id}`);
    const person = (await loadTaxPeople(services.log, [agentId])).get(agentId);
    if (!person) throw new Error(`agent ${agentId} was not loaded`);
    const name = `${fileNameOf(found)}-${agentId}${found.supersededBy ? `-version-${version}` : ''}`;
    return sendFile(response, `${name}.pdf`, certificatePdf(found, person, services.config.programme));
  },
});

const versions = route.get('/admin/certificates/{id}/versions', {
  who: { admin: 'reports:see' },
  summary: 'List every issued version of a certificate, newest first, with its replacement or withdrawal',
  answer: certificateVersionsAnswer,
  handle: async ({ params }, services) => ({
    body: (await certificateVersions(services, params.id)).map(versionOf).reverse(),
  }),
});

const reissue = route.post('/admin/certificates/{id}/reissue', {
  who: mayChange,
  summary: 'Issue a duplicate of a certificate, with a reason',
  body: z.object({ reason: reasonField('Say why a duplicate is issued.') }),
  reads,
  answer: reissuedAnswer,
  handle: async ({ params: { id }, body, context }, services) => {
    const position = await reissueCertificate(services, id, body.reason, context);
    return { body: { id, message: 'Marked as a duplicate.' }, position };
  },
});

const list = tableRoutes({
  resource: 'certificates',
  permission: 'reports:see',
  summary: 'List tax certificates',
  projection: taxCertificates,
  list: {
    key: 'id',
    filters: {
      ...equalTo('text', 'id', 'type'),
      ...sameAs('certificateNo'),
      ...equalTo('number', 'agentId', 'taxYear', 'version', 'grossCents', 'payeCents'),
      ...onDay('issuedAt'),
      q: { column: 'certificateNo', match: 'equals', anyCase: true },
    },
    sorts: {
      taxYear: 'taxYear',
      agentName: [sql.raw(agentNameSql('surname')), sql.raw(agentNameSql('firstName')), 'agentId'],
    },
    defaultSort: { field: 'taxYear', descending: true },
  },
  answer: certificateAnswer,
});

export const certificateRoutes = tagged('Tax', [pdf, versions, reissue, ...list]);

export const agentTaxRoutes = tagged('Payouts and tax', [
  route.get('/agent/certificates/{certificateId}/certificate.pdf', {
    who: 'agent',
    summary: 'Download a version of your tax certificate as PDF, marked if it is withdrawn, superseded or a duplicate',
    reads: [taxCertificates.name],
    query: versionQuery,
    handle: async ({ caller, params, query, response }, services) => {
      const { agentId } = agentOf(caller);
      const found = await certificateVersion(services, params.certificateId, query.version);
      const person = (await loadAgents(services.log, [agentId])).get(agentId);
      if (found.certificate.agentId !== agentId || !person) throw forbidden();
      return sendFile(response, `${fileNameOf(found)}.pdf`, certificatePdf(found, person, services.config.programme));
    },
  }),
  route.get('/agent/certificates', {
    who: 'agent',
    summary: 'List your tax certificates with their history, newest year first',
    reads: [taxCertificates.name, taxSubmissions.name],
    answer: ownCertificatesAnswer,
    handle: async ({ caller }, services) => ({ body: await agentCertificates(services, agentOf(caller).agentId) }),
  }),
  route.get('/agent/tax-profile', {
    who: 'agent',
    summary:
      'Get your tax treatment, amounts paid this tax year, what blocks the next payout, and rewards that expire soon',
    reads: [tax.name, balances.name],
    answer: taxProfileAnswer,
    handle: async ({ caller }, services) => ({
      body: await agentTaxProfile(services, agentOf(caller).agentId, services.now()),
    }),
  }),
]);
