import { randomUUID } from 'node:crypto';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { BankAccount } from '@fynbos/domain/agent/details.ts';
import { businessDayFrom, type ExtraDays } from '@fynbos/domain/business-days/business-days.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { CountryCode } from '@fynbos/domain/country/countries.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { PayoutRunCommand } from '@fynbos/domain/payout-run/commands.ts';
import type { FileFormat } from '@fynbos/domain/payout-run/events.ts';
import { payoutRunDecider, payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import { resultChanges } from '@fynbos/domain/payout-run/state.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import type { RewardsAccountCommand } from '@fynbos/domain/rewards-account/commands.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { RewardsAccount } from '@fynbos/domain/rewards-account/state.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { productSchemas } from '@fynbos/event-store/upcast.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { catchUp } from '@fynbos/projections/engine/catch-up.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { prepareReadModels } from '@fynbos/projections/engine/engine.ts';
import { type AnyProjection, liveInstance } from '@fynbos/projections/engine/projection-instance.ts';
import type pg from 'pg';
import { handle, load } from '../../handle.ts';
import { migrateFinance, PayoutFiles } from '../bank-files/file-store.ts';
import { type PayoutServices, resumeRun } from '../reaction.ts';
import { editionsOf, RunSession } from '../run-session.ts';

const PAY_DATE = '2026-11-18';
type Proposal = Extract<PayoutRunCommand, { type: 'ProposePayoutRun' }>;

const FIRST_ID = 1;
export const PAYER = {
  name: 'FYNBOS CAR RENTAL',
  accountNumber: '62000000001',
  branchCode: '250655',
  userCode: 'FY01',
  bopCategory: '275',
  shortName: 'FYNBOS',
};

export const decisionOf = (agentId: number, reservationNo: string, changes: Partial<Decision> = {}): Decision => ({
  reservationNo,
  decisionNo: 1,
  status: 'Earned',
  reason: null,
  agentId,
  loyaltyTrackingNo: `FT${agentId}`,
  invoiceNo: `I-${reservationNo}`,
  invoiceDate: '2026-10-10',
  marketSector: 'Leisure',
  reservedOn: '2026-09-01',
  tkRevenueCents: 1000_00,
  promoCode: 'SUN',
  promotionId: 'p1',
  promotionVersion: 1,
  rate: 0.2,
  policyVersion: 1,
  minimumRewardCents: 50_00,
  treatment: { kind: 'paye', rate: 0.25 },
  grossCents: 200_00,
  payeCents: 50_00,
  nettCents: 150_00,
  before: null,
  ...changes,
});

/** A programme's ledger on a real Postgres, for tests: agents, accounts and runs, with a clock that the test sets. */
export class PayoutHarness {
  now = new Date('2026-11-16T08:00:00.000Z');
  /** Agents in a chunk of a run; the product's default when not set. */
  agentsPerChunk: number | undefined;
  paymentLimitCents = 5_000_000_00;

  private constructor(
    readonly db: pg.Pool,
    readonly store: EventStore,
    readonly log: EventLog,
    private readonly projections: readonly AnyProjection[],
  ) {}

  static async open(db: pg.Pool, projections: readonly AnyProjection[]): Promise<PayoutHarness> {
    await migrateEventStore(db);
    await migrateFinance(db);
    await prepareReadModels(db, projections);
    const store = postgresEventStore({ db });
    const log = new EventLog({ store, keys: memoryKeyRing(), schemas: productSchemas });
    return new PayoutHarness(db, store, log, projections);
  }

  context(adminId = '1'): CommandContext {
    return { actor: { kind: 'admin', id: adminId }, now: this.now, correlationId: randomUUID() };
  }

  /** Updates all read models to the end of the log. */
  async catchUp(): Promise<void> {
    for (const projection of this.projections) {
      await catchUp(foldPartsOf(this.log, this.db), liveInstance(projection), {
        signal: new AbortController().signal,
      });
    }
  }

  async agent(agentId: number, command: AgentCommand): Promise<void> {
    await handle(this.log, { decider: agentDecider, streamId: `agent-${agentId}`, command, context: this.context() });
  }

  /** An active agent with a bank account past its cooling period. */
  async addAgent(
    agentId: number,
    bank: Partial<BankAccount> = {},
    details: { taxNumber?: string; taxCountry?: CountryCode } = {},
  ): Promise<void> {
    await this.agent(agentId, {
      type: 'RegisterAgent',
      agentId,
      source: 'import',
      details: {
        idNumber: '8001015009087',
        idType: 'SMART',
        title: 'Ms',
        initials: 'T',
        firstName: 'Thandi',
        surname: `Mokoena ${agentId}`,
        emailAddress: `agent${agentId}@agency.example`,
        cellNumber: '+27821234567',
        countryDialCode: '27',
        taxCountry: details.taxCountry ?? 'RSA',
        taxNumber: details.taxNumber ?? '0001339050',
        countryOfIssue: 'RSA',
        rentalCo: '1',
        communicationMethod: 'E',
        telephoneNumber: '+27211234567',
        iataNumber: '12345678',
        agencyName: 'Agency',
        physicalAddressLine1: '1 Long Street',
        physicalAddressLine2: 'Gardens',
        physicalAddressLine3: 'Cape Town',
        postalCode: '8001',
      },
      bank: {
        bankName: 'FNB',
        bankAccountHolderName: `T Mokoena ${agentId}`,
        bankAccountNumber: String(62_000_000_000 + FIRST_ID + agentId),
        branchCode: '250655',
        branchName: 'Universal',
        bankCountry: 'RSA',
        ...bank,
      },
      passwordHash: null,
      termsAccepted: true,
      employerConsent: true,
    });
    await this.agent(agentId, { type: 'Activate', loyaltyTrackingNo: `FT${agentId}`, activeFrom: '2026-10-01' });
  }

  async account(agentId: number, command: RewardsAccountCommand): Promise<void> {
    await handle(this.log, {
      decider: rewardsAccountDecider,
      streamId: accountStreamOf(agentId),
      command,
      context: this.context(),
    });
  }

  /** Posts a decision as the reaction does. */
  post(agentId: number, decision: Decision): Promise<void> {
    return this.account(agentId, { type: 'PostReward', agentId, decision });
  }

  async accountOf(agentId: number): Promise<RewardsAccount> {
    return (await load(this.log, rewardsAccountDecider, accountStreamOf(agentId))).state;
  }

  async run(runId: string, command: PayoutRunCommand, adminId = '1'): Promise<void> {
    await handle(this.log, {
      decider: payoutRunDecider,
      streamId: payoutRunStreamOf(runId),
      command,
      context: this.context(adminId),
    });
  }

  /** Processes a run until it waits for a person or the bank, and updates the read models. */
  async resumeRun(runId: string, signal?: AbortSignal): Promise<RunSession> {
    await this.catchUp();
    const session = await this.work(runId, {}, signal);
    await this.catchUp();
    return session;
  }

  /** Processes a run without updating the read models; `parts` replaces dependencies. */
  work(
    runId: string,
    services: Partial<PayoutServices> = {},
    signal: AbortSignal = new AbortController().signal,
  ): Promise<RunSession> {
    const { log, db, agentsPerChunk } = this;
    const deps = {
      log,
      db,
      payer: PAYER,
      paymentLimitCents: this.paymentLimitCents,
      now: () => this.now,
      agentsPerChunk,
    };
    const context = this.context('process');
    return resumeRun({ ...deps, ...services }, runId, () => ({ ...context, now: this.now }), signal);
  }

  /** Proposes a run for everything earned by today and freezes it. */
  async propose(runId: string, changes: Partial<Proposal> = {}): Promise<RunSession> {
    await this.begin(runId, changes);
    return this.resumeRun(runId);
  }

  /** Proposes a run without processing it. */
  async begin(runId: string, changes: Partial<Proposal> = {}): Promise<void> {
    const today = dayOf(this.now);
    const proclaimedDays: ExtraDays = new Map();
    await this.run(runId, {
      type: 'ProposePayoutRun',
      runId,
      reference: `FR-${runId}`,
      batch: 'eft',
      cutOff: today,
      payDate: businessDayFrom(today < PAY_DATE ? PAY_DATE : today, proclaimedDays),
      proclaimedDays,
      policyVersion: 1,
      payeRate: 0.25,
      minimumCents: 100_00,
      coolingHours: 72,
      proposedBy: '1',
      ...changes,
    });
  }

  async approve(runId: string): Promise<RunSession> {
    await this.run(runId, { type: 'ApprovePayoutRun', by: '2' }, '2');
    return this.resumeRun(runId);
  }

  async answer(
    runId: string,
    answerId: string,
    outcomes: Extract<PayoutRunCommand, { type: 'RecordBankResponse' }>['outcomes'],
    rest: 'paid' | 'open',
    on: Day = dayOf(this.now),
  ): Promise<RunSession> {
    await this.acceptResponse(runId, answerId, outcomes, rest, on);
    return this.resumeRun(runId);
  }

  async acceptResponse(
    runId: string,
    answerId: string,
    outcomes: Extract<PayoutRunCommand, { type: 'RecordBankResponse' }>['outcomes'],
    rest: 'paid' | 'open',
    on: Day = dayOf(this.now),
  ): Promise<void> {
    await this.run(runId, { type: 'RecordBankResponse', answerId, part: 1, outcomes, on, paidOn: null });
    const changes = resultChanges((await RunSession.open(this.log, runId)).state);
    const checked = { on, paidOn: null, resultChanges: changes };
    await this.run(runId, { type: 'AcceptBankResponse', answerId, parts: 1, rest, ...checked, by: '1' });
  }

  /** A file of an exported run as the bank receives it. */
  async fileOf(runId: string, format: FileFormat): Promise<string> {
    const { state } = await RunSession.open(this.log, runId);
    const editions = await editionsOf(this.log, runId, state.chunks);
    let text = '';
    for await (const piece of new PayoutFiles(this.db, this.log.keys).read(runId, format, editions)) text += piece;
    return text;
  }
}
