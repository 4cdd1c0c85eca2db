import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { challengeDecider, challengeStreamOf } from '@fynbos/domain/challenge/challenge.ts';
import type { Decider } from '@fynbos/domain/decider.ts';
import { enquiryDecider, enquiryStreamOf } from '@fynbos/domain/enquiry/enquiry.ts';
import { integratorDecider, integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import { payoutRunDecider, payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import { NO_PROGRESS } from '@fynbos/domain/payout-run/state.ts';
import { promotionDecider, promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { referralDecider, referralStreamOf } from '@fynbos/domain/referral/referral.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';

/** A kind of record with a history page. */
export interface Aggregate {
  /** The REST resource name. */
  readonly resource: string;
  // biome-ignore lint/suspicious/noExplicitAny: states of every kind are compared field by field here.
  readonly decider: Decider<any, any, any>;
  streamOf(id: string): string;
  readonly permission: Permission;
  /** Prefixes of fields that are personal and therefore masked. */
  readonly personal?: readonly string[];
  /** Prefixes of fields that mean nothing to a reader or must not be shown. */
  readonly hidden: readonly string[];
}

/** Every kind of record with a history. */
export const aggregates = [
  {
    resource: 'travel-agents',
    decider: agentDecider,
    streamOf: agentStreamOf,
    permission: 'agents:see',
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
    streamOf: promotionStreamOf,
    permission: 'promotions:see',
    hidden: ['version', 'status', 'promotionId'],
  },
  {
    resource: 'challenges',
    decider: challengeDecider,
    streamOf: challengeStreamOf,
    permission: 'promotions:see',
    hidden: ['version', 'challengeId'],
  },
  {
    resource: 'payouts',
    // Progress of zero is no change.
    decider: { ...payoutRunDecider, initial: NO_PROGRESS },
    streamOf: payoutRunStreamOf,
    permission: 'reports:see',
    hidden: ['runId', 'responses', 'lastAgentId', 'chunks', 'checkedChunks', 'releasedChunks'],
  },
  {
    resource: 'contact-support',
    decider: enquiryDecider,
    streamOf: enquiryStreamOf,
    permission: 'enquiries:see',
    personal: ['email'],
    hidden: ['enquiryId', 'thread', 'files', 'written', 'version'],
  },
  {
    resource: 'referrals',
    decider: referralDecider,
    streamOf: referralStreamOf,
    permission: 'agents:see',
    personal: ['person.'],
    hidden: ['referralId'],
  },
  {
    resource: 'integrators',
    decider: integratorDecider,
    streamOf: integratorStreamOf,
    permission: 'integrators:change',
    hidden: ['integratorId', 'keys'],
  },
  {
    resource: 'admins',
    decider: adminDecider,
    streamOf: adminStreamOf,
    permission: 'audit-log:see',
    personal: ['email', 'name'],
    hidden: ['passwordHash', 'passwordVersion', 'passwordLinks', 'passkeys', 'adminId'],
  },
  {
    resource: 'rewards',
    decider: rentalDecider,
    streamOf: rentalStreamOf,
    permission: 'reports:see',
    hidden: ['facts', 'invoices', 'decision.before', 'decision.reservationNo'],
  },
  {
    resource: 'accounts',
    decider: rewardsAccountDecider,
    streamOf: accountStreamOf,
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
    streamOf: () => 'reward-policy',
    permission: 'reports:see',
    hidden: [],
  },
] as const satisfies readonly Aggregate[];

/** The kind of record of a stream, and the id of the record; undefined for the stream of another kind. */
export function aggregateOf(streamId: string): { readonly aggregate: Aggregate; readonly id: string } | undefined {
  for (const aggregate of aggregates) {
    const prefix = aggregate.streamOf('');
    const isOfKind = prefix.endsWith('-') ? streamId.startsWith(prefix) : streamId === prefix;
    if (isOfKind) return { aggregate, id: streamId.slice(prefix.length) };
  }
  return undefined;
}

/** The record of a stream by resource and id. An account belongs to its agent. */
export function recordOfStream(streamId: string): { readonly resource: string; readonly id: string } | undefined {
  const found = aggregateOf(streamId);
  if (!found) return undefined;
  const { resource } = found.aggregate;
  return { resource: resource === 'accounts' ? 'travel-agents' : resource, id: found.id };
}
