import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { taxTreatment, treatmentOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { certificateDecider, certificateIdsOf, certificateStreamOf } from '@fynbos/domain/tax/certificate.ts';
import { RECONCILIATION_PERIODS } from '@fynbos/domain/tax/emp501.ts';
import { SARS_RULES_STREAM, sarsRuleEvents, sarsRulesDecider } from '@fynbos/domain/tax/sars-rules.ts';
import { taxYearDecider, taxYearStreamOf } from '@fynbos/domain/tax/tax-year.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { z } from 'zod';
import { approvedChange, handleOnce, withRequestReason } from '../approved-change.ts';
import { load, loadMany } from '../handle.ts';
import { assertNothingBlocked } from '../reaction-support.ts';

const reason = z.string().exactOptional();

export const setTaxTreatment = approvedChange({
  permission: 'tax:change',
  payload: z.object({ agentId: z.string(), effectiveFrom: z.string(), treatment: taxTreatment, reason }),
  async execute({ log }, { payload: { agentId, effectiveFrom, treatment } }, context) {
    const command = { type: 'SetTaxTreatment', effectiveFrom, treatment } as const;
    await handleOnce(log, {
      decider: agentDecider,
      streamId: agentStreamOf(agentId),
      command,
      context,
      makes: ['TaxTreatmentSet'],
    });
  },
  async compare({ log }, { payload: { agentId, effectiveFrom, treatment } }) {
    const { state } = await load(log, agentDecider, agentStreamOf(agentId), { personal: false });
    return { before: { treatment: treatmentOn(state.treatments, effectiveFrom) }, after: { treatment } };
  },
});

/** Certificates of incomplete figures would be issued, or withdrawn, with amounts that are missing (T10). */
export const orderCertificates = approvedChange({
  permission: 'tax:change',
  payload: z.object({ taxYear: z.int(), reason }),
  async execute({ log, db }, { payload: { taxYear } }, context) {
    await assertNothingBlocked(db, [tax.name], 'tax.incomplete');
    const command = { type: 'OrderCertificates', taxYear, by: context.actor.id } as const;
    await handleOnce(log, {
      decider: taxYearDecider,
      streamId: taxYearStreamOf(taxYear),
      command,
      context,
      makes: ['CertificatesOrdered'],
    });
  },
});

/** Records that SARS has a file (T15). */
export const submitSarsFile = approvedChange({
  permission: 'tax:change',
  payload: z.object({
    taxYear: z.int(),
    period: z.enum(RECONCILIATION_PERIODS),
    fileNo: z.int(),
    submittedOn: z.string(),
    reference: z.string(),
    reason,
  }),
  async execute({ log }, { payload: { reason: _reason, ...payload } }, context) {
    const command = { type: 'SubmitSarsFile' as const, ...payload };
    await handleOnce(log, {
      decider: taxYearDecider,
      streamId: taxYearStreamOf(payload.taxYear),
      command,
      context,
      makes: ['SarsFileSubmitted'],
    });
  },
});

/**
 * The numbers among `certificateNos` that are valid now. Certificates to August are computed and have no stream; the
 * request checks them.
 */
async function validNumbers(
  log: EventLog,
  { taxYear, certificateNos }: { readonly taxYear: number; readonly certificateNos: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { state } = await load(log, taxYearDecider, taxYearStreamOf(taxYear));
  const agentIds = new Set(
    certificateNos.flatMap((certificateNo) => state.submitted.get(certificateNo)?.agentId ?? []),
  );
  const streamIds = [...agentIds].flatMap((agentId) => certificateIdsOf(agentId, taxYear).map(certificateStreamOf));
  const loaded = await loadMany(log, certificateDecider, streamIds);
  const last = [...loaded.values()].flatMap(({ state: { versions } }) => versions.at(-1) ?? []);
  return new Set(last.flatMap(({ certificate, withdrawn }) => (withdrawn ? [] : [certificate.certificateNo])));
}

/** Records that certificates are cancelled at SARS (T16). */
export const cancelCertificates = approvedChange({
  permission: 'tax:change',
  payload: z.object({
    taxYear: z.int(),
    certificateNos: z.array(z.string()),
    cancelledOn: z.string(),
    reference: z.string(),
    reason,
  }),
  async execute({ log }, { payload: { reason: _reason, ...payload } }, context) {
    const valid = await validNumbers(log, payload);
    const command = { type: 'CancelCertificates' as const, valid, ...payload };
    const stream = taxYearStreamOf(payload.taxYear);
    await handleOnce(log, {
      decider: taxYearDecider,
      streamId: stream,
      command,
      context,
      makes: ['CertificatesCancelled'],
    });
  },
});

/** Changes a rule of the file for SARS (T11). */
export const changeSarsRule = approvedChange({
  permission: 'tax:change',
  payload: sarsRuleEvents.SarsRuleSet.extend({ reason }),
  async execute({ log }, { payload: { reason: because, ...change } }, context) {
    const command = { type: 'SetSarsRule' as const, ...change };
    const requested = withRequestReason(context, { reason: because });
    await handleOnce(log, {
      decider: sarsRulesDecider,
      streamId: SARS_RULES_STREAM,
      command,
      context: requested,
      makes: ['SarsRuleSet'],
    });
  },
  async compare({ log }, { payload: { reason: _reason, code, of, ...after } }) {
    const { state } = await load(log, sarsRulesDecider, SARS_RULES_STREAM);
    const current = state.find((rule) => rule.code === code && rule.of === of);
    const { text = null, pattern = null, isRequired = null, source = null } = current ?? {};
    return { before: { text, pattern, isRequired, source }, after };
  },
});
