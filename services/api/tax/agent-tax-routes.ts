import { pipeline } from 'node:stream/promises';
import { agentOf, forbidden } from '@fynbos/application/caller.ts';
import { load } from '@fynbos/application/handle.ts';
import { loadAgents } from '@fynbos/application/payouts/accounts.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { dayOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import { blockedBy } from '@fynbos/domain/payout-run/payability.ts';
import { LEFT_OUT_TEXTS, type LeftOutReason } from '@fynbos/domain/payout-run/reasons.ts';
import { policyOn, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { TaxEvent } from '@fynbos/domain/tax/events.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { expiringSoon } from '../rewards/expiring-soon.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { versionQuery } from './certificate-routes.ts';
import { certificateVersion } from './certificate-versions.ts';

const tag = 'Payouts and tax';
/** What a certificate or a payout needs of an agent and does not have; as `completenessOf`, for one. */
function missingOf({ details, taxNumberValid, bank, consents }: AgentState): string[] {
  const lacks = {
    idNumber: !details?.idNumber,
    taxNumber: !taxNumberValid,
    physicalAddressLine1: !details?.physicalAddressLine1,
    postalCode: details?.taxCountry === 'RSA' && !details.postalCode,
    bankDetails: bank === null,
    employerConsent: !consents.employer,
  };
  return Object.entries(lacks).flatMap(([field, isMissing]) => (isMissing ? [field] : []));
}

/** What became of a certificate, oldest first; the reason that finance gave for a duplicate stays with finance. */
function historyOf(events: readonly TaxEvent[]): object[] {
  return events.flatMap((event): object[] => {
    if (event.type === 'CertificateIssued') {
      const { version, certificateNo, grossCents, payeCents, issuedAt: at } = event.data;
      return [{ what: 'issued', version, certificateNo, grossCents, payeCents, at }];
    }
    if (event.type === 'CertificateWithdrawn') return [{ what: 'withdrawn', at: event.data.withdrawnAt }];
    if (event.type !== 'CertificateReissued') return [];
    return [{ what: 'duplicate', copy: event.data.copy, at: event.data.reissuedAt }];
  });
}

/** An agent's own certificates, and how tax is taken from what they earn. */
export function agentTaxRoutes({ log, pool, config, now }: Services): Route[] {
  const certificate = route({
    method: 'get',
    paths: ['/agent/certificates/{certificateId}/certificate.pdf'],
    who: 'agent',
    summary:
      'One of one’s own tax certificates as PDF: the newest version, or an earlier one, marked as superseded or withdrawn where it was',
    tag,
    reads: [taxCertificates.name],
    query: versionQuery,
    handle: async ({ caller, params, query, response }) => {
      const { agentId } = agentOf(caller);
      const found = await certificateVersion(log, params.certificateId as string, query.version);
      const { certificate, ...marks } = found;
      if (certificate.agentId !== agentId) throw forbidden();
      const person = (await loadAgents(log, [agentId], true)).get(agentId);
      if (!person) throw forbidden();
      response.status(200).set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${certificate.type.replace(/\W/g, '')}-${certificate.taxYear}.pdf"`,
        'Cache-Control': 'no-store',
      });
      await pipeline(certificatePdf(certificate, person, config.programme, marks), response);
      return undefined;
    },
  });

  const certificates = route({
    method: 'get',
    paths: ['/agent/certificates'],
    who: 'agent',
    summary: 'One’s own tax certificates with their history, newest year first',
    tag,
    reads: [taxCertificates.name],
    handle: async ({ caller }) => {
      const { rows } = await pool.query<{ id: string }>(
        `select id, "certificateNo", "taxYear", type, version, "grossCents", "payeCents", "issuedAt", copies, "withdrawnAt"
         from ${readModelTable(taxCertificates).sql} where "agentId" = $1 order by "taxYear" desc, type`,
        [agentOf(caller).agentId],
      );
      const streamOf = (id: string): string => `tax-certificate-${id}`;
      const streams = await log.readStreams(
        rows.map(({ id }) => streamOf(id)),
        { personal: false },
      );
      const history = (id: string) => historyOf((streams.get(streamOf(id))?.events ?? []) as unknown as TaxEvent[]);
      return { body: rows.map((row) => ({ ...row, history: history(row.id) })) };
    },
  });

  const profile = route({
    method: 'get',
    paths: ['/agent/tax-profile'],
    who: 'agent',
    summary:
      'How tax is taken from one’s rewards, what was paid this tax year, what keeps a payout back, and what will expire',
    tag,
    reads: [tax.name, balances.name],
    handle: async ({ caller }) => {
      const { agentId } = agentOf(caller);
      const today = dayOf(now());
      const taxYear = taxYearOf(today);
      const [agents, account, policy, year] = await Promise.all([
        loadAgents(log, [agentId], true),
        load(log, rewardsAccountDecider, accountStreamOf(agentId), { personal: false }),
        load(log, rewardPolicyDecider, REWARD_POLICY_STREAM, { personal: false }),
        pool.query(
          `select coalesce(sum("grossCents"), 0)::float8 as "grossCents", coalesce(sum("payeCents"), 0)::float8 as "payeCents"
           from ${readModelTable(tax).sql} where "agentId" = $1 and "taxYear" = $2`,
          [agentId, taxYear],
        ),
      ]);
      const agent = agents.get(agentId);
      if (!agent) throw forbidden();
      const { terms } = policyOn(policy.state, today);
      const { bank } = agent;
      const batch = bank && bank.bankCountry !== 'RSA' ? 'cross-border' : 'eft';
      const blocked: LeftOutReason | null =
        blockedBy(agent, account.state, { batch, coolingHours: terms.coolingHours, at: now().toISOString() }) ??
        (account.state.balanceCents < terms.payoutMinimumCents ? 'BelowMinimum' : null);
      return {
        body: {
          taxYear,
          treatment: treatmentUsedOn(agent.treatments, today, terms.payeRate),
          expiryMonths: terms.expiryMonths,
          thisTaxYear: year.rows[0],
          missing: missingOf(agent),
          balanceCents: account.state.balanceCents,
          payoutMinimumCents: terms.payoutMinimumCents,
          keptBack: blocked ? { reason: blocked, text: LEFT_OUT_TEXTS[blocked] } : null,
          expiring: expiringSoon(account.state, terms.expiryMonths, today),
        },
      };
    },
  });
  return [certificate, certificates, profile];
}
