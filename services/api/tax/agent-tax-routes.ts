import { loadAgents } from '@fynbos/application/agents/load-agent.ts';
import { agentOf, forbidden } from '@fynbos/application/caller.ts';
import { agentCertificates, agentTaxProfile } from '@fynbos/application/tax/agent-tax.ts';
import { certificateVersion } from '@fynbos/application/tax/issue-certificates.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import { taxSubmissions } from '@fynbos/projections/tax-submissions/tax-submissions.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { ownCertificatesAnswer, taxProfileAnswer } from './answers.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { fileNameOf, versionQuery } from './certificate-routes.ts';

/** An agent's own certificates and tax profile. */
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
      'Show your tax treatment, amounts paid this tax year, what blocks the next payout, and rewards that expire soon',
    reads: [tax.name, balances.name],
    answer: taxProfileAnswer,
    handle: async ({ caller }, services) => ({
      body: await agentTaxProfile(services, agentOf(caller).agentId, services.now()),
    }),
  }),
]);
