import { adminDecider } from '@fynbos/domain/admin/admin.ts';
import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { type RecordResource, resourceOfStream } from '@fynbos/domain/audit/record-kinds.ts';
import { challengeDecider } from '@fynbos/domain/challenge/challenge.ts';
import type { Decider } from '@fynbos/domain/decider.ts';
import { enquiryDecider } from '@fynbos/domain/enquiry/enquiry.ts';
import { integratorDecider } from '@fynbos/domain/integrator/integrator.ts';
import { payoutRunDecider } from '@fynbos/domain/payout-run/payout-run.ts';
import { NO_PROGRESS } from '@fynbos/domain/payout-run/state.ts';
import { promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import { referralDecider } from '@fynbos/domain/referral/referral.ts';
import { rentalDecider } from '@fynbos/domain/rental/rental.ts';
import { rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';

/** A kind of record with a history page. */
export interface Aggregate {
  readonly resource: RecordResource;
  // biome-ignore lint/suspicious/noExplicitAny: states of every kind are compared field by field here.
  readonly decider: Decider<any, any, any>;
  readonly permission: Permission;
  /** Prefixes of fields that are personal and therefore masked. */
  readonly personal?: readonly string[];
  /** They mean nothing to a reader or must not be shown. */
  readonly hidden: readonly string[];
  /** The audit log compares its states: its streams are short, so a fold costs little. */
  readonly isCompared?: true;
}

/** Every kind of record with a history. */
export const aggregates = [
  {
    resource: 'travel-agents',
    decider: agentDecider,
    permission: 'agents:see',
    isCompared: true,
    personal: ['details.', 'bank.', 'emailChange.to'],
    hidden: [
      'passwordHash',
      'passwordVersion',
      'passwordLinks',
      'passkeys',
      'pushDevices',
      'agentId',
      'version',
      'emailChange.requestId',
      'emailChange.requestedAt',
    ],
  },
  {
    resource: 'promotions',
    decider: promotionDecider,
    permission: 'promotions:see',
    isCompared: true,
    hidden: ['version', 'status', 'promotionId'],
  },
  {
    resource: 'challenges',
    decider: challengeDecider,
    permission: 'promotions:see',
    isCompared: true,
    hidden: ['version', 'challengeId'],
  },
  {
    resource: 'payouts',
    // Progress of zero is no change.
    decider: { ...payoutRunDecider, initial: NO_PROGRESS },
    permission: 'reports:see',
    hidden: ['runId', 'responses', 'lastAgentId', 'chunks', 'checkedChunks', 'releasedChunks'],
  },
  {
    resource: 'contact-support',
    decider: enquiryDecider,
    permission: 'enquiries:see',
    isCompared: true,
    personal: ['email'],
    hidden: ['enquiryId', 'thread', 'files', 'written', 'version', 'forgotten'],
  },
  {
    resource: 'referrals',
    decider: referralDecider,
    permission: 'agents:see',
    personal: ['person.'],
    hidden: ['referralId'],
  },
  {
    resource: 'integrators',
    decider: integratorDecider,
    permission: 'integrators:change',
    isCompared: true,
    hidden: ['integratorId', 'keys'],
  },
  {
    resource: 'admins',
    decider: adminDecider,
    permission: 'audit-log:see',
    isCompared: true,
    personal: ['email', 'name'],
    hidden: ['passwordHash', 'passwordVersion', 'passwordLinks', 'passkeys', 'adminId'],
  },
  {
    resource: 'rewards',
    decider: rentalDecider,
    permission: 'reports:see',
    isCompared: true,
    hidden: ['facts', 'invoices', 'decision.before', 'decision.reservationNo'],
  },
  {
    resource: 'accounts',
    decider: rewardsAccountDecider,
    permission: 'reports:see',
    hidden: ['rewards'],
  },
  {
    resource: 'reward-policy',
    // Compares the latest terms field by field, not the list of all versions.
    decider: {
      ...rewardPolicyDecider,
      initial: {},
      evolve: (_terms, { data }) => ({ from: data.effectiveFrom, ...data.terms }),
    },
    permission: 'reports:see',
    isCompared: true,
    hidden: [],
  },
] as const satisfies readonly Aggregate[];

export function aggregateOf(streamId: string): Aggregate | undefined {
  const kind = resourceOfStream(streamId);
  return aggregates.find(({ resource }) => resource === kind);
}
