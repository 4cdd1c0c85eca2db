import type { z } from 'zod';
import { adminEvents } from './admin/events.ts';
import { agentEvents } from './agent/events.ts';
import { approvalEvents } from './approval/events.ts';
import { adminActionEvents } from './audit/admin-action.ts';
import { attemptEvents } from './audit/attempt.ts';
import { checkpointEvents } from './audit/checkpoint.ts';
import { auditPackEvents } from './audit-pack/audit-pack.ts';
import { bankAccountEvents } from './bank-account/bank-account.ts';
import { acbFileEvents } from './bank-files/acb-files.ts';
import { bankListEvents } from './bank-list/bank-list.ts';
import { businessDayEvents } from './business-days/business-days.ts';
import { challengeEvents, tierEvents } from './challenge/events.ts';
import { comparisonEvents } from './comparison/comparison.ts';
import { dutiesEvents } from './duties/duties.ts';
import { enquiryEvents } from './enquiry/events.ts';
import { enquiryTemplateEvents } from './enquiry/templates.ts';
import { integratorEvents } from './integrator/events.ts';
import { ledgerExportEvents } from './ledger-export/events.ts';
import { monthCloseEvents } from './month-close/events.ts';
import { payoutLimitsEvents } from './payout-limits/payout-limits.ts';
import { payoutRunEvents } from './payout-run/events.ts';
import { promotionEvents } from './promotion/events.ts';
import { recalculationEvents } from './recalculation/events.ts';
import { reconciliationEvents } from './reconciliation/reconciliation.ts';
import { referralEvents } from './referral/referral.ts';
import { rentalEvents } from './rental/events.ts';
import { retentionEvents } from './retention/retention.ts';
import { rewardPolicyEvents } from './reward-policy/events.ts';
import { rewardsAccountEvents } from './rewards-account/events.ts';
import { savedViewEvents } from './saved-views/saved-views.ts';
import { signalEvents } from './signal/signal.ts';
import { taxEvents } from './tax/events.ts';
import { sarsRuleEvents } from './tax/sars-rules.ts';
import { unpaidsEvents } from './unpaids/unpaids-layout.ts';

/** An event type as it is written today. Stored events of older versions are upcast when they are read. */
export interface CatalogueEntry {
  readonly type: string;
  readonly version: number;
  /** Goes into the metadata (`v`). */
  readonly written: number;
  /** The owner of the streams, e.g. `agent`. */
  readonly aggregate: string;
  readonly data: z.ZodType;
}

/** Event types with a changed shape, by their current version; all others are at 1. */
const VERSIONS: Readonly<Record<string, number>> = { AccountAdjusted: 2, TaxTreatmentSet: 2 };

/**
 * Written as an earlier version, because the previous release runs at the same time during an update and refuses newer
 * ones. Possible where fields were added, or removed that the previous release does not use; the upcaster leaves events
 * of the new shape.
 */
const WRITTEN: Readonly<Record<string, number>> = { AccountAdjusted: 1, TaxTreatmentSet: 1 };

const entriesOf = (aggregate: string, schemas: Record<string, z.ZodType>): [string, CatalogueEntry][] =>
  Object.entries(schemas).map(([type, data]) => {
    const version = VERSIONS[type] ?? 1;
    return [type, { type, version, written: WRITTEN[type] ?? version, aggregate, data }];
  });

/** Types are unique across aggregates. */
export const catalogue: ReadonlyMap<string, CatalogueEntry> = new Map([
  ...entriesOf('acb-files', acbFileEvents),
  ...entriesOf('act', adminActionEvents),
  ...entriesOf('admin', adminEvents),
  ...entriesOf('agent', agentEvents),
  ...entriesOf('approval', approvalEvents),
  ...entriesOf('attempt', attemptEvents),
  ...entriesOf('audit-pack', auditPackEvents),
  ...entriesOf('challenge', challengeEvents),
  ...entriesOf('checkpoint', checkpointEvents),
  ...entriesOf('comparison', comparisonEvents),
  ...entriesOf('duties', dutiesEvents),
  ...entriesOf('enquiry', enquiryEvents),
  ...entriesOf('enquiry-templates', enquiryTemplateEvents),
  ...entriesOf('integrator', integratorEvents),
  ...entriesOf('bank-account', bankAccountEvents),
  ...entriesOf('bank-list', bankListEvents),
  ...entriesOf('business-days', businessDayEvents),
  ...entriesOf('ledger-export', ledgerExportEvents),
  ...entriesOf('month-close', monthCloseEvents),
  ...entriesOf('payout-limits', payoutLimitsEvents),
  ...entriesOf('unpaids-layout', unpaidsEvents),
  ...entriesOf('payout-run', payoutRunEvents),
  ...entriesOf('promotion', promotionEvents),
  ...entriesOf('recalculation', recalculationEvents),
  ...entriesOf('reconciliation', reconciliationEvents),
  ...entriesOf('referral', referralEvents),
  ...entriesOf('rental', rentalEvents),
  ...entriesOf('retained-agent', retentionEvents),
  ...entriesOf('reward-policy', rewardPolicyEvents),
  ...entriesOf('rewards-account', rewardsAccountEvents),
  ...entriesOf('saved-views', savedViewEvents),
  ...entriesOf('sars-rules', sarsRuleEvents),
  ...entriesOf('signal', signalEvents),
  ...entriesOf('tax', taxEvents),
  ...entriesOf('tiers', tierEvents),
]);
