import { randomBytes, randomUUID } from 'node:crypto';
import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { isPermitted } from '@fynbos/domain/admin/permissions.ts';
import type { Day } from '@fynbos/domain/calendar.ts';
import { type CommandContext, idFromStreamName } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { ShownDays } from '@fynbos/domain/payout-run/cash-in-transit.ts';
import {
  mayStillPay,
  missingApprovers,
  payoutRunDecider,
  payoutRunStreamOf,
} from '@fynbos/domain/payout-run/payout-run.ts';
import { referenceOf, referenceStart } from '@fynbos/domain/payout-run/reference.ts';
import { type PayoutRun, type ProposedRun, proposedRun } from '@fynbos/domain/payout-run/state.ts';
import { policyOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import { claim } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { referencesWith } from '@fynbos/projections/payouts/queries.ts';
import type { AdminCaller } from '../caller.ts';
import { handle, loadMany, sender } from '../handle.ts';
import { loadPolicy } from '../reward-policy/current-policy.ts';
import { loadExtraDays } from '../reward-policy/programme-lists.ts';
import type { Application, Stores, WithLog } from '../services.ts';
import { loadPayoutLimits } from './payout-limits.ts';
import { RunSession } from './run-session.ts';

async function* runIds({ store }: EventLog): AsyncGenerator<string> {
  for await (const events of allPages(store, { types: ['PayoutRunProposed'] }))
    for (const { streamId } of events) yield idFromStreamName(payoutRunStreamOf, streamId);
}

/**
 * Puts open runs on hold after a restore, because it is unknown whether they were sent to the bank. Returns them in
 * their current state.
 */
export async function holdOpenRuns(log: EventLog, reason: string, now: Date): Promise<readonly ProposedRun[]> {
  const open: ProposedRun[] = [];
  const context = {
    actor: { kind: 'system', id: 'restore' } as const,
    now,
    correlationId: `restore-${now.toISOString()}`,
    reason,
  };
  for await (const runId of runIds(log)) {
    const session = await RunSession.open(log, runId);
    if (!mayStillPay(session.state)) continue;
    await session.execute({ type: 'HoldPayoutRun', reason }, context);
    open.push(session.state);
  }
  return open;
}

/** Throws a conflict if it was given to a run that the read model does not contain yet. */
export async function claimReference(
  log: EventLog,
  text: string,
  runId: string,
  context: CommandContext,
): Promise<void> {
  const isOwnerRecorded = async (owner: string) => (await log.readStream(owner)).events.length > 0;
  const owner = payoutRunStreamOf(runId);
  if (await claim(log, { kind: 'payout-run-reference', text, owner, isOwnerRecorded, context })) return;
  const message = 'Another run was proposed with this reference at the same time. Please propose this run again.';
  throw new DomainError('conflict', 'payout-run.reference', message);
}

/** A short, readable reference that no run in the read model has: `FR261130K7`. It is printed on bank statements. */
async function referenceFor(db: Application['db'], payDate: Day): Promise<string> {
  const usedReferences = await referencesWith(db, referenceStart(payDate));
  for (let tries = 0; ; tries++) {
    // A third letter once the two-letter endings of a day become rare.
    const reference = referenceOf(payDate, randomBytes(tries < 50 ? 2 : 3));
    if (!usedReferences.has(reference)) return reference;
  }
}

const sendToRun = sender(payoutRunDecider, payoutRunStreamOf);

/** What a run pays: rewards up to the cut-off day, on the pay date. */
export interface Proposal {
  readonly cutOff: Day;
  readonly payDate: Day;
  readonly batch: 'eft' | 'cross-border';
}

/** Under the terms of its pay date; lines are frozen in the background. Throws for a bad pay date or future cut-off. */
export async function proposePayoutRun(
  services: Stores & { readonly paymentLimitCents: number },
  { cutOff, payDate, batch }: Proposal,
  { adminId }: AdminCaller,
  context: CommandContext,
): Promise<{ readonly runId: string; readonly position: Position | undefined }> {
  const { log } = services;
  const { version, terms } = policyOn(await loadPolicy(log), payDate);
  const limits = await loadPayoutLimits(log, services.paymentLimitCents);
  const runId = randomUUID();
  const reference = await referenceFor(services.db, payDate);
  const proposal = {
    type: 'ProposePayoutRun',
    runId,
    batch,
    cutOff,
    payDate,
    reference,
    proclaimedDays: await loadExtraDays(log),
    policyVersion: version,
    payeRate: terms.payeRate,
    minimumCents: terms.payoutMinimumCents,
    coolingHours: terms.coolingHours,
    ...(terms.treatmentCountries ? { treatmentCountries: terms.treatmentCountries } : {}),
    limits: {
      approverBands: limits.approverBands,
      statedTotalFromCents: limits.statedTotalFromCents,
      itemCents: batch === 'eft' ? limits.eftItemCents : limits.crossBorderItemCents,
    },
    proposedBy: String(adminId),
  } as const;
  const claims = () => claimReference(log, reference, runId, context);
  const streamId = payoutRunStreamOf(runId);
  const { position } = await handle(log, {
    decider: payoutRunDecider,
    streamId,
    command: proposal,
    context,
    beforeAppend: claims,
  });
  return { runId, position };
}

/** Throws `payout-run.rights` unless the proposer and every earlier approver of a run may change payouts now. */
async function assertRightsHold(log: EventLog, run: PayoutRun): Promise<void> {
  const { proposedBy, approvers } = proposedRun(run);
  const admins = await loadMany(log, adminDecider, [proposedBy, ...approvers].map(adminStreamOf), { personal: false });
  if ([...admins.values()].every(({ state }) => isPermitted(state, 'payouts:change'))) return;
  const message =
    'A person who proposed or approved this run no longer has the permission. Cancel the run and propose another.';
  throw new DomainError('conflict', 'payout-run.rights', message);
}

/** What the approver stated: a reason, and the run's nett total in cents. Both are checked if given. */
export interface StatedApproval {
  readonly reason?: string | undefined;
  readonly statedNettCents?: number | undefined;
}

/**
 * The approver is another administrator than the proposer (O3, O24). Returns the number of missing approvers. Throws
 * `payout-run.rights` if the proposer or an earlier approver lost the permission since.
 */
export async function approvePayoutRun(
  { log }: WithLog,
  { runId, reason, statedNettCents }: StatedApproval & { readonly runId: string },
  { adminId }: AdminCaller,
  context: CommandContext,
): Promise<{ readonly position: Position | undefined; readonly missing: number }> {
  const approval = {
    type: 'ApprovePayoutRun',
    by: String(adminId),
    ...(reason ? { reason } : {}),
    ...(statedNettCents === undefined ? {} : { statedNettCents }),
  } as const;
  const because = reason ? { ...context, reason } : context;
  const { state, position } = await handle(log, {
    decider: payoutRunDecider,
    streamId: payoutRunStreamOf(runId),
    command: approval,
    context: because,
    beforeAppend: (run) => assertRightsHold(log, run),
  });
  return { position, missing: missingApprovers(proposedRun(state)) };
}

/** A run on hold needs `bankStatementChecked`, which the audit log shows with the reason (O16). */
export const cancelPayoutRun = (
  services: WithLog,
  {
    runId,
    ...stated
  }: { readonly runId: string; readonly reason: string; readonly bankStatementChecked?: boolean | undefined },
  { adminId }: AdminCaller,
  context: CommandContext,
) => {
  const checked = stated.bankStatementChecked ? ' (The bank statement was checked: it shows no payment.)' : '';
  const command = { type: 'CancelPayoutRun', by: String(adminId), ...stated } as const;
  return sendToRun(services, runId, command, { ...context, reason: `${stated.reason}${checked}` });
};

/** Resumes a run on hold, with a reason. */
export const resumePayoutRun = (
  services: WithLog,
  { runId, reason }: { readonly runId: string; readonly reason: string },
  { adminId }: AdminCaller,
  context: CommandContext,
) => sendToRun(services, runId, { type: 'ResumePayoutRun', by: String(adminId), reason }, { ...context, reason });

/** Books the difference between the run's payments and bank statements as cash in transit (L18). */
export const bookCashInTransit = (
  services: WithLog,
  { runId, shown }: { readonly runId: string; readonly shown: ShownDays },
  { adminId }: AdminCaller,
  context: CommandContext,
) => sendToRun(services, runId, { type: 'BookCashInTransit', shown, by: String(adminId) }, context);
