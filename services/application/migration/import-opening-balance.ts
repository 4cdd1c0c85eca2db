import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import { treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
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
import { handle } from '../handle.ts';
import { type ImportOutcome, type ImportRun, rejected } from '../import-run.ts';
import { TRACKING_CLAIM } from '../rentals/references.ts';
import { loadTreatments } from '../rentals/treatments.ts';
import { loadPolicy } from '../reward-policy/current-policy.ts';
import { loadAccount } from '../rewards/accounts.ts';
import type { Application } from '../services.ts';
import { ImportApprovals } from './line-approvals.ts';

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

/**
 * Lines are by tracking number. The old system's payments are not owed again (L10), and the tax year is complete. Above
 * a limit or below zero a balance needs an approval (L14).
 */
export class OpeningBalanceImport {
  /** Accounts of a dry run by tracking number. */
  private readonly dryRunStates = new Map<string, RewardsAccount>();
  private readonly approvals: ImportApprovals;

  constructor(
    private readonly services: Pick<Application, 'log' | 'config'>,
    private readonly run: ImportRun,
  ) {
    this.approvals = new ImportApprovals(services.log, run, 'earned');
  }

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
    if (!dryRun && !this.needsApproval(line.earned)) {
      const streamId = accountStreamOf(agentId);
      const { position } = await handle(log, { decider: rewardsAccountDecider, streamId, command, context });
      return position === undefined ? { result: 'duplicate' } : { result: 'recorded', position };
    }
    const state = this.dryRunStates.get(line.loyaltyTrackingNo) ?? (await loadAccount(log, agentId));
    const events = rewardsAccountDecider.decide(command, state, context.now.toISOString());
    if (events.length === 0) return { result: 'duplicate' };
    if (this.needsApproval(line.earned)) return this.requestApproval(command, line.loyaltyTrackingNo);
    this.dryRunStates.set(line.loyaltyTrackingNo, fold(rewardsAccountDecider, state, events));
    return { result: 'recorded' };
  }

  private needsApproval(earnedCents: Cents): boolean {
    return earnedCents < 0 || earnedCents > this.services.config.programme.OPENING_BALANCE_LIMIT;
  }

  private requestApproval(command: RecordOpeningBalance, loyaltyTrackingNo: string): Promise<ImportOutcome> {
    const { type: _type, ...payload } = command;
    const { agentId, asOf, earnedCents, treatment } = payload;
    return this.approvals.request(
      {
        kind: 'account.opening-balance',
        subject: `travel-agents/${agentId}`,
        summary: `Opening balance of agent ${agentId} as of ${asOf}: ${formatRand(earnedCents)} nett`,
        fields: ['balanceCents'],
        payload: { ...payload, treatment: { ...treatment } },
      },
      loyaltyTrackingNo,
    );
  }
}
