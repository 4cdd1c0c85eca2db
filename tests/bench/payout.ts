import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { handle } from '@fynbos/application/handle.ts';
import { migrateFinance } from '@fynbos/application/payouts/bank-files/file-store.ts';
import { resumeRun } from '@fynbos/application/payouts/reaction.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { PayoutRunCommand } from '@fynbos/domain/payout-run/commands.ts';
import { payoutRunDecider, payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { GENESIS } from '@fynbos/event-store/hash-chain.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { productSchemas } from '@fynbos/event-store/upcast.ts';
import { masterKeyOf, migrateKeys, openKeyRing } from '@fynbos/platform/crypto/keys.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { catchUp } from '@fynbos/projections/engine/catch-up.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { prepareReadModels } from '@fynbos/projections/engine/engine.ts';
import { liveInstance } from '@fynbos/projections/engine/projection-instance.ts';
import type pg from 'pg';
import { NODE_FLAGS } from '../../scripts/supervisor/processes.ts';
import { inFreshDatabase } from '../environment/postgres.ts';

const REWARDS_EACH = 3;
const BATCH = 1000;
const NOW = new Date('2026-11-16T08:00:00.000Z');
const PAYER = {
  name: 'FYNBOS CAR RENTAL',
  accountNumber: '62000000001',
  branchCode: '250655',
  userCode: 'FY01',
  bopCategory: '275',
  shortName: 'FYNBOS',
};
const PAID = new Date('2026-11-18T08:00:00.000Z');
const context = (id: string, now = NOW): CommandContext => ({
  actor: { kind: 'admin', id },
  now,
  correlationId: 'bench',
});

/** The same lines, totals and states with plain SQL from the same log. */
const PLAIN = [
  `create schema bare; create table bare.lines ("agentId" int primary key, "grossCents" bigint not null, "payeCents" bigint not null, "nettCents" bigint not null, state text not null)`,
  `insert into bare.lines select (data->>'agentId')::int, sum((data->'after'->>'grossCents')::bigint), sum((data->'after'->>'payeCents')::bigint),
     sum((data->'after'->>'nettCents')::bigint), 'frozen' from eventstore.events where type = 'RewardPosted' group by 1
     having sum((data->'after'->>'nettCents')::bigint) >= 10000`,
  `update bare.lines set state = 'approved'`,
  `update bare.lines set state = 'exported'`,
  `update bare.lines set state = 'paid'`,
];

function commandsOf(agentId: number): AgentCommand[] {
  const details = {
    idNumber: '8001015009087',
    idType: 'SMART',
    title: 'Ms',
    initials: 'T',
    firstName: 'Thandi',
    surname: `Mokoena ${agentId}`,
    emailAddress: `a${agentId}@agency.example`,
    cellNumber: '+27821234567',
    countryDialCode: '27',
    taxCountry: 'RSA' as const,
    taxNumber: '0001339050',
    countryOfIssue: 'RSA',
    rentalCo: '1',
    communicationMethod: 'E' as const,
    telephoneNumber: '+27211234567',
    iataNumber: '12345678',
    agencyName: 'Agency',
    physicalAddressLine1: '1 Long Street',
    physicalAddressLine2: 'Gardens',
    physicalAddressLine3: 'Cape Town',
    postalCode: '8001',
  };
  const bank = {
    bankName: 'FNB',
    bankAccountHolderName: `T Mokoena ${agentId}`,
    branchName: 'Universal',
    bankCountry: 'RSA',
    bankAccountNumber: String(62_000_000_000 + agentId),
    branchCode: '250655',
  };
  return [
    {
      type: 'RegisterAgent',
      agentId,
      source: 'import',
      details,
      bank,
      passwordHash: null,
      termsAccepted: true,
      employerConsent: true,
    } as AgentCommand,
    { type: 'Activate', loyaltyTrackingNo: `FT${agentId}`, activeFrom: '2026-10-01' },
  ];
}

function rewardsOf(agentId: number): RewardsAccountEvent[] {
  return Array.from({ length: REWARDS_EACH }, (_, n) => {
    const grossCents = 60_00 + ((agentId * 7919 + n * 104_729) % 400_00);
    const payeCents = Math.floor((grossCents + 2) / 4);
    const after = { status: 'Earned' as const, grossCents, payeCents, nettCents: grossCents - payeCents };
    const reservationNo = `RES-${agentId}-${n}`;
    const data = { agentId, reservationNo, decisionNo: 1, month: '2026-10', promoCode: 'SUN', reason: null };
    return { type: 'RewardPosted', data: { ...data, on: '2026-10-10', before: null, after } };
  });
}

/** Payable agents with rewards and bank details after the cooling period. */
async function fill(log: EventLog, agents: number): Promise<void> {
  for (let first = 1; first <= agents; first += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, agents - first + 1) }, (_, n) => first + n);
    const fresh = (streamId: string) => ({ streamId, revision: -1, lastHash: GENESIS });
    await log.append(
      ids.flatMap((agentId) => {
        let state = agentDecider.initial;
        const at = '2026-10-01T08:00:00.000Z';
        const events = commandsOf(agentId).flatMap((command) => {
          const made = agentDecider.decide(command, state, at);
          state = made.reduce(agentDecider.evolve, state);
          return made;
        });
        return [
          { stream: fresh(`agent-${agentId}`), events, context: context('1') },
          { stream: fresh(accountStreamOf(agentId)), events: rewardsOf(agentId), context: context('1') },
        ];
      }),
    );
  }
}

/** Peak resident memory since the last call, in MiB. */
class Memory {
  private most = 0;
  private readonly timer = setInterval(() => this.sample(), 50);
  private sample(): void {
    this.most = Math.max(this.most, process.memoryUsage().rss);
  }
  take(): number {
    this.sample();
    const mib = Math.round(this.most / 1024 ** 2);
    this.most = 0;
    return mib;
  }
  end(): void {
    clearInterval(this.timer);
  }
}

async function measure(db: pg.Pool, agents: number): Promise<object> {
  await migrateKeys(db);
  await migrateEventStore(db);
  await migrateFinance(db);
  await prepareReadModels(db, [balances]);
  const store = postgresEventStore({ db });
  const keys = await openKeyRing({ db, masterKeys: [masterKeyOf('a master key of a benchmark, of no value')] });
  const log = new EventLog({ store, keys, schemas: productSchemas });
  const memory = new Memory();
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return Math.round(performance.now() - began);
  };
  try {
    const fillMs = await timed(() => fill(log, agents));
    const catchUpBalances = () =>
      catchUp(foldPartsOf(log, db), liveInstance(balances), { signal: new AbortController().signal });
    await catchUpBalances();
    await db.query('vacuum analyze');
    const plainMs = await timed(async () => {
      for (const statement of PLAIN) await db.query(statement);
    });
    memory.take();
    const runId = randomUUID();
    const run = (command: PayoutRunCommand, by: CommandContext) =>
      handle(log, { decider: payoutRunDecider, streamId: payoutRunStreamOf(runId), command, context: by });
    const deps = { log, db, payer: PAYER, paymentLimitCents: 5_000_000_00, now: () => NOW };
    const go = () => resumeRun(deps, runId, () => context('bench'), new AbortController().signal);
    const terms = { policyVersion: 1, payeRate: 0.25, minimumCents: 100_00, coolingHours: 72 };
    const steps = {
      freezeMs: await timed(async () => {
        await run(
          {
            type: 'ProposePayoutRun',
            runId,
            reference: 'FR261118BM',
            batch: 'eft',
            proposedBy: '1',
            cutOff: '2026-11-16',
            payDate: '2026-11-18',
            proclaimedDays: new Map(),
            ...terms,
          },
          context('1'),
        );
        await catchUpBalances();
        await go();
      }),
      exportMs: await timed(async () => {
        await run({ type: 'ApprovePayoutRun', by: '2' }, context('2'));
        await go();
      }),
      settleMs: await timed(async () => {
        await run(
          {
            type: 'AcceptBankResponse',
            answerId: 'a1',
            parts: 0,
            rest: 'paid',
            on: '2026-11-18',
            by: '1',
            paidOn: null,
            resultChanges: 0,
          },
          context('1', PAID),
        );
        await go();
      }),
    };
    const { state } = await go();
    const { rows } = await db.query(
      `select count(*)::int as lines, sum("grossCents")::float8 as "grossCents", sum("payeCents")::float8 as "payeCents",
         sum("nettCents")::float8 as "nettCents" from bare.lines where state = 'paid'`,
    );
    if (state.status !== 'settled' || JSON.stringify(state.paid) !== JSON.stringify(rows[0])) {
      throw new Error('the run and the plain statement do not agree');
    }
    const runMs = steps.freezeMs + steps.exportMs + steps.settleMs;
    const figures = { agents, rewards: agents * REWARDS_EACH, fillMs, ...steps, runMs, plainMs };
    return { bench: 'payout', ...figures, times: Number((runMs / plainMs).toFixed(2)), maxResidentMiB: memory.take() };
  } finally {
    memory.end();
    await store.close();
  }
}

async function inOwnDatabase(): Promise<object> {
  return inFreshDatabase(async (url) => {
    const db = createPool(url, { applicationName: 'bench', max: 16 });
    try {
      return await measure(db, Number(process.env.BENCH_AGENTS ?? 100_000));
    } finally {
      await db.end();
    }
  });
}

/**
 * 100,000 payable agents (BENCH_AGENTS), from proposal to settlement, against totals from plain SQL, in a process with
 * the product's Node flags.
 */
export async function bench(): Promise<object> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...NODE_FLAGS,
    '--import',
    'tsx',
    fileURLToPath(import.meta.url),
  ]);
  return JSON.parse(stdout);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(JSON.stringify(await inOwnDatabase(), null, 2));
}
