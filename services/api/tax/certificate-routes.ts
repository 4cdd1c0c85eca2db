import { pipeline } from 'node:stream/promises';
import { adminOf } from '@fynbos/application/caller.ts';
import { loadTaxPeople } from '@fynbos/application/erasure/tax-people.ts';
import { handle } from '@fynbos/application/handle.ts';
import { certificateDecider } from '@fynbos/domain/tax/certificates.ts';
import { taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { recordFileTaken } from '../payouts/file-taken.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { certificateVersion, certificateVersions } from './certificate-versions.ts';
import { certificateRow } from './tax-view.ts';

const tag = 'Tax';
const mayChange = { admin: 'tax:change' } as const;

/** Which version of a certificate is asked for; without it the newest. */
export const versionQuery = z.object({ version: z.coerce.number().int().positive().optional() });

/** Certificates as documents, each version that was ever issued, and their duplicates. */
export function certificateRoutes({ log, pool, config }: Services): Route[] {
  const reads = [taxCertificates.name];

  const pdf = route({
    method: 'get',
    paths: ['/admin/certificates/{id}/certificate.pdf'],
    who: mayChange,
    summary:
      'A tax certificate as PDF: the newest version, or the one asked for, marked where it was withdrawn or another took its place; once it was given out again it is marked as a duplicate',
    tag,
    query: versionQuery,
    reads,
    handle: async ({ params, query, caller, context, response }) => {
      const id = params.id as string;
      const { certificate, ...marks } = await certificateVersion(log, id, query.version);
      await recordFileTaken({ log }, { caller, context }, 'certificate', `certificates/${id}`);
      const { type, taxYear, agentId, version } = certificate;
      const person = (await loadTaxPeople(log, [agentId])).get(agentId);
      const name = `${type.replace(/\W/g, '')}-${taxYear}-${agentId}${marks.supersededBy ? `-version-${version}` : ''}`;
      response.status(200).set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${name}.pdf"`,
        'Cache-Control': 'no-store',
      });
      if (person) await pipeline(certificatePdf(certificate, person, config.programme, marks), response);
      return undefined;
    },
  });

  const versions = route({
    method: 'get',
    paths: ['/admin/certificates/{id}/versions'],
    who: { admin: 'reports:see' },
    summary:
      'Every version of a certificate that was issued, the newest first, with what took its place or when it was withdrawn',
    tag,
    handle: async ({ params }) => {
      const all = await certificateVersions(log, params.id as string);
      return {
        body: all.reverse().map(({ certificate, ...marks }) => ({ ...certificate, ...marks })),
      };
    },
  });

  const reissue = route({
    method: 'post',
    paths: ['/admin/certificates/{id}/reissue'],
    who: mayChange,
    summary: 'Give a certificate out again, marked as a duplicate, with a reason',
    tag,
    body: z.object({ reason: needed('Say why it is given out again.') }),
    reads,
    handle: async ({ params, body, context, caller }) => {
      adminOf(caller);
      const { id, certificateNo } = await certificateRow(pool, params.id as string);
      const command = {
        type: 'ReissueCertificate',
        certificateNo,
        reason: body.reason,
        at: context.now.toISOString(),
      } as const;
      const { position } = await handle(log, certificateDecider, `tax-certificate-${id}`, command, {
        ...context,
        reason: body.reason,
      });
      return { body: { id, message: 'Marked as a duplicate.' }, position: position ?? null };
    },
  });

  return [pdf, versions, reissue];
}
