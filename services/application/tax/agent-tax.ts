import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { ORDINARY_TREATMENT, treatmentOn, treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { dayOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import { isHome, needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { blockedBy } from '@fynbos/domain/payout-run/payability.ts';
import { type LeftOutReason, NOT_PAYABLE_TEXTS } from '@fynbos/domain/payout-run/reasons.ts';
import { expiryMonthsOn } from '@fynbos/domain/reward-policy/expiry-day.ts';
import { policyOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { payoutThreshold } from '@fynbos/domain/rewards-account/payout/payout.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { type CertificateVersion, certificateDecider, certificateStreamOf } from '@fynbos/domain/tax/certificate.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { paidInYear } from '@fynbos/projections/tax/queries.ts';
import { certificatesOfAgent, type OwnCertificate } from '@fynbos/projections/tax-certificates/queries.ts';
import { submissionsOfAgent } from '@fynbos/projections/tax-submissions/queries.ts';
import type { TaxSubmissionRow } from '@fynbos/projections/tax-submissions/tax-submissions.ts';
import { z } from 'zod';
import { existingAgent, loadAgents } from '../agents/load-agent.ts';
import { forbidden } from '../caller.ts';
import { load, loadMany } from '../handle.ts';
import { loadPolicy } from '../reward-policy/current-policy.ts';
import { expiringSoon } from '../rewards/expiry.ts';
import type { Stores } from '../services.ts';

/** An agent's tax treatment today, and all treatments with their first day. Throws `agent.unknown`. */
export async function taxTreatments(log: EventLog, agentId: string, now: Date) {
  const { treatments } = await existingAgent({ log }, agentId);
  return { current: treatmentOn(treatments, dayOf(now)), ordinary: ORDINARY_TREATMENT, treatments };
}

/** Fields of an agent that a certificate or a payout needs and that are missing. */
function missingOf({ details, taxNumberValid, bank, consents }: AgentState): string[] {
  const lacks = {
    idNumber: !details?.idNumber,
    taxNumber: !taxNumberValid,
    physicalAddressLine1: !details?.physicalAddressLine1,
    postalCode: needsPostalCode(details?.taxCountry) && !details?.postalCode,
    bankDetails: bank === null,
    employerConsent: !consents.employer,
  };
  return Object.entries(lacks).flatMap(([field, isMissing]) => (isMissing ? [field] : []));
}

/** An agent's tax treatment, amounts paid this tax year, obstacles to the next payout, and expiring rewards. Cents. */
export async function agentTaxProfile({ log, db }: Stores, agentId: number, now: Date) {
  const today = dayOf(now);
  const taxYear = taxYearOf(today);
  const [agents, { state: account }, policy, thisTaxYear] = await Promise.all([
    loadAgents(log, [agentId]),
    load(log, rewardsAccountDecider, accountStreamOf(agentId)),
    loadPolicy(log),
    paidInYear(db, agentId, taxYear),
  ]);
  const { terms } = policyOn(policy, today);
  const agent = agents.get(agentId);
  if (!agent) throw forbidden();
  const batch = agent.bank && !isHome(agent.bank.bankCountry) ? 'cross-border' : 'eft';
  const blocked: LeftOutReason | null =
    blockedBy(agent, account, { ...terms, batch, at: now.toISOString() }) ??
    (account.balanceCents < payoutThreshold(account, terms.payoutMinimumCents) ? 'BelowMinimum' : null);
  return {
    taxYear,
    treatment: treatmentUsedOn(agent.treatments, today, terms.payeRate),
    expiryMonths: expiryMonthsOn(policy, today),
    thisTaxYear,
    missing: missingOf(agent),
    balanceCents: account.balanceCents,
    payoutMinimumCents: terms.payoutMinimumCents,
    keptBack: blocked ? { reason: blocked, text: NOT_PAYABLE_TEXTS[blocked] } : null,
    expiring: expiringSoon(account, policy, today),
  };
}

export const certificateStep = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('issued'),
    version: z.int(),
    certificateNo: z.string(),
    grossCents: z.int(),
    payeCents: z.int(),
    at: instant,
  }),
  z.object({ what: z.literal('duplicate'), copy: z.int(), at: instant }),
  z.object({ what: z.literal('withdrawn'), at: instant }),
]);
type CertificateStep = z.output<typeof certificateStep>;

/** The history of a certificate, oldest first, without the reasons that finance gave. */
const historyOf = (versions: readonly CertificateVersion[]): CertificateStep[] =>
  versions.flatMap(({ certificate, duplicates, withdrawn }): CertificateStep[] => {
    const { version, certificateNo, grossCents, payeCents, issuedAt } = certificate;
    return [
      { what: 'issued', version, certificateNo, grossCents, payeCents, at: issuedAt },
      ...duplicates.map((at, index) => ({ what: 'duplicate' as const, copy: index + 1, at })),
      ...(withdrawn ? [{ what: 'withdrawn' as const, at: withdrawn.at }] : []),
    ];
  });

/** The certificate as SARS has it under its number. */
export const certificateAtSars = z.object({
  version: z.int(),
  submittedOn: z.iso.date(),
  cancelledOn: z.iso.date().nullable(),
  /** SARS has this version. */
  isCurrent: z.boolean(),
});
type CertificateAtSars = z.output<typeof certificateAtSars>;

const atSarsOf = (
  { version, withdrawnAt }: OwnCertificate,
  submission: TaxSubmissionRow | undefined,
): CertificateAtSars | null =>
  submission
    ? {
        version: submission.version,
        submittedOn: submission.submittedOn,
        cancelledOn: submission.cancelledOn,
        isCurrent: withdrawnAt === null && submission.cancelledOn === null && submission.version === version,
      }
    : null;

/** An agent's certificates with their history, newest year first. */
export async function agentCertificates(
  { log, db }: Stores,
  agentId: number,
): Promise<(OwnCertificate & { atSars: CertificateAtSars | null; history: CertificateStep[] })[]> {
  const [own, submissions] = await Promise.all([certificatesOfAgent(db, agentId), submissionsOfAgent(db, agentId)]);
  const streamIds = own.map(({ id }) => certificateStreamOf(id));
  const loaded = await loadMany(log, certificateDecider, streamIds);
  return own.map((row) => ({
    ...row,
    atSars: atSarsOf(row, submissions.get(row.certificateNo)),
    history: historyOf(loaded.get(certificateStreamOf(row.id))?.state.versions ?? []),
  }));
}
