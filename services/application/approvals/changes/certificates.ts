import { certificateDecider, certificateIdsOf, certificateStreamOf } from '@fynbos/domain/tax/certificate.ts';
import { taxYearDecider, taxYearStreamOf } from '@fynbos/domain/tax/tax-year.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { z } from 'zod';
import { load, loadMany } from '../../handle.ts';
import { waitForCompleteFigures } from '../../wait-for-read-models.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

/** Certificates of incomplete figures would be issued, or withdrawn, with amounts that are missing (T10). */
export const orderCertificates = approvedChange({
  permission: 'tax:change',
  payload: z.object({ taxYear: z.int() }),
  async execute({ log, db }, { payload: { taxYear } }, context) {
    await waitForCompleteFigures({ log, db }, [tax.name], 'tax.incomplete');
    const command = { type: 'OrderCertificates', taxYear, by: context.actor.id } as const;
    await handleOnce(log, { decider: taxYearDecider, streamId: taxYearStreamOf(taxYear), command, context });
  },
});

/** Certificates to August are computed and have no stream; the request checks them. */
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
  }),
  async execute({ log }, { payload }, context) {
    const command = { type: 'CancelCertificates' as const, valid: await validNumbers(log, payload), ...payload };
    await handleOnce(log, { decider: taxYearDecider, streamId: taxYearStreamOf(payload.taxYear), command, context });
  },
});
