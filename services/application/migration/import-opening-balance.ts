import { isDeepStrictEqual } from 'node:util';
import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import { treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { approvalDecider } from '@fynbos/domain/approval/approval.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { termsOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { RewardsAccountCommand } from '@fynbos/domain/rewards-account/commands.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import { ownerOf } from '@fynbos/event-store/claims/claims.ts';
import { approvalClaim, isOpen, requestApproval } from '../approvals/request.ts';
import { handle, load } from '../handle.ts';
import { type ImportOutcome, type ImportRun, rejected } from '../import.ts';
import { TRACKING_CLAIM } from '../rentals/references.ts';
import { loadTreatments } from '../rentals/treatments.ts';
import { loadPolicy } from '../reward-policy/current-policy.ts';
import { loadAccount } from '../rewards/accounts.ts';
import type { Application } from '../services.ts';

/** An agent's balance in the previous system, in cents. `earned`: nett and unpaid. `paid`: nett paid in total. */
export interface OpeningBalance {
  readonly loyaltyTrackingNo: string;
  readonly asOf: Day;
  readonly earned: Cents;
  readonly paid: Cents;
  readonly payeThisTaxYear: Cents;
  readonly grossThisTaxYear: Cents;
}

type RecordOpeningBalance = Extract<RewardsAccountCommand, { type: 'RecordOpeningBalance' }>;

const KIND = 'account.opening-balance';
const OTHER_WAITS: ImportOutcome = {
  result: 'conflict',
  errors: [
    { path: 'earned', message: 'Another opening balance of this agent is waiting for approval. Reject it first.' },
  ],
};
const WAITS = [{ path: 'earned', message: 'Another administrator must approve it.' }] as const;

/** The figures of a balance, as a request stores them. */
const payloadOf = ({ type: _type, ...figures }: RecordOpeningBalance) => figures;

/** The result of a balance while a requested one of its agent waits for approval. */
const besides = (waiting: unknown, figures: unknown): ImportOutcome =>
  isDeepStrictEqual(waiting, figures) ? { result: 'duplicate', warnings: WAITS } : OTHER_WAITS;

const subjectOf = ({ agentId }: RecordOpeningBalance) => `travel-agents/${agentId}` as const;

/**
 * Lines are by tracking number. The old system's payments are not owed again (L10), and the tax year is complete. Above
 * a limit or below zero a balance needs an approval (L14).
 */
export class OpeningBalanceImport {
  /** Accounts of a dry run by tracking number. */
  private readonly dryRunStates = new Map<string, RewardsAccount>();
  /** Requests that a dry run would have made, by tracking number. */
  private readonly dryRunRequests = new Map<string, RecordOpeningBalance>();

  constructor(
    private readonly services: Pick<Application, 'log' | 'config'>,
    private readonly run: ImportRun,
  ) {}

  /** Records one balance, or requests its approval. Throws the decider's `DomainError`. */
  async importLine(line: OpeningBalance): Promise<ImportOutcome> {
    const { log } = this.services;
    const { dryRun, dryRunAgents } = this.run;
    const context = this.run.context();
    const owner = await ownerOf(log, TRACKING_CLAIM, line.loyaltyTrackingNo);
    const isInDryRun = dryRun && dryRunAgents.has(line.loyaltyTrackingNo);
    if (owner === null && !isInDryRun) return rejected('loyaltyTrackingNo', 'No agent has this tracking number.');
    if (line.asOf > dayOf(context.now)) return rejected('asOf', 'Must not be in the future.');
    if (line.payeThisTaxYear > line.grossThisTaxYear)
      return rejected('payeThisTaxYear', 'Must not be more than grossThisTaxYear.');
    // An agent that a dry run would have migrated has no id, no treatment and no account entries yet.
    const agentId = owner === null ? 0 : agentIdOf(owner);
    const terms = termsOn(await loadPolicy(log), line.asOf);
    const treatments = owner === null ? [] : ((await loadTreatments(log, [owner])).get(owner) ?? []);
    const command = {
      type: 'RecordOpeningBalance' as const,
      agentId,
      asOf: line.asOf,
      earnedCents: line.earned,
      paidCents: line.paid,
      grossThisTaxYearCents: line.grossThisTaxYear,
      payeThisTaxYearCents: line.payeThisTaxYear,
      treatment: treatmentUsedOn(treatments, line.asOf, terms.payeRate),
    };
    if (dryRun) return this.dryRunOutcome(line.loyaltyTrackingNo, command);
    if (this.needsApproval(line.earned)) return this.requestApproval(command);
    const { position } = await handle(log, {
      decider: rewardsAccountDecider,
      streamId: accountStreamOf(agentId),
      command,
      context,
    });
    return position === undefined ? { result: 'duplicate' } : { result: 'recorded', position };
  }

  private needsApproval(earnedCents: Cents): boolean {
    return earnedCents < 0 || earnedCents > this.services.config.programme.OPENING_BALANCE_LIMIT;
  }

  private async dryRunOutcome(loyaltyTrackingNo: string, command: RecordOpeningBalance): Promise<ImportOutcome> {
    const state = this.dryRunStates.get(loyaltyTrackingNo) ?? (await loadAccount(this.services.log, command.agentId));
    const events = rewardsAccountDecider.decide(command, state, this.run.context().now.toISOString());
    if (events.length === 0) return { result: 'duplicate' };
    if (!this.needsApproval(command.earnedCents)) {
      this.dryRunStates.set(loyaltyTrackingNo, fold(rewardsAccountDecider, state, events));
      return { result: 'recorded' };
    }
    const waiting = await this.waitingOutcome(command);
    if (waiting) return waiting;
    const requested = this.dryRunRequests.get(loyaltyTrackingNo);
    if (requested) return besides(payloadOf(requested), payloadOf(command));
    this.dryRunRequests.set(loyaltyTrackingNo, command);
    return { result: 'recorded', warnings: WAITS };
  }

  /** Requests an approval. A balance that was imported before is a duplicate or a conflict, like any other. */
  private async requestApproval(command: RecordOpeningBalance): Promise<ImportOutcome> {
    const { log } = this.services;
    const { roles } = this.run;
    const context = this.run.context();
    const state = await loadAccount(log, command.agentId);
    if (rewardsAccountDecider.decide(command, state, context.now.toISOString()).length === 0)
      return { result: 'duplicate' };
    const payload = payloadOf(command);
    const { agentId, asOf, earnedCents, treatment } = payload;
    try {
      const { position } = await requestApproval(
        log,
        { adminId: Number(context.actor.id), roles },
        {
          kind: KIND,
          subject: subjectOf(command),
          summary: `Opening balance of agent ${agentId} as of ${asOf}: ${formatRand(earnedCents)} nett`,
          fields: ['balanceCents'],
          payload: { ...payload, treatment: { ...treatment } },
        },
        context,
      );
      return { result: 'recorded', warnings: WAITS, ...(position === undefined ? {} : { position }) };
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'approval.waits') throw error;
      return (await this.waitingOutcome(command)) ?? OTHER_WAITS;
    }
  }

  /** The result while an opening balance of this agent waits for approval; null if none waits. */
  private async waitingOutcome(command: RecordOpeningBalance): Promise<ImportOutcome | null> {
    const { log } = this.services;
    const { kind, text } = approvalClaim(KIND, subjectOf(command));
    const owner = await ownerOf(log, kind, text);
    if (owner === null) return null;
    const { state } = await load(log, approvalDecider, owner, { personal: false });
    if (!isOpen(state)) return null;
    return besides(state.payload, payloadOf(command));
  }
}
