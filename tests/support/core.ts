import { randomUUID } from 'node:crypto';
import type { TaxTreatment } from '@fynbos/domain/agent/tax-treatment.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { codeKey, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import {
  INITIAL_TERMS,
  REWARD_POLICY_STREAM,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import { claim } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import { type BalanceRow, balances } from '@fynbos/projections/balances/balances.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { prepareReadModels, startProjections, startReactions } from '@fynbos/projections/engine/engine.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { ReadYourWrites } from '@fynbos/projections/engine/read-your-writes.ts';
import { type IncentiveRow, incentives } from '@fynbos/projections/incentives/incentives.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import { rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import { rentals } from '@fynbos/projections/rentals/rentals.ts';
import type pg from 'pg';
import { handle } from '../../services/application/handle.ts';
import { PROMO_CODE_CLAIM, TRACKING_CLAIM } from '../../services/application/rentals/references.ts';
import { matchAgentsReaction } from '../../services/application/rewards/match-agents.ts';
import { postRewardsReaction } from '../../services/application/rewards/post-rewards.ts';
import { installedDatabase } from './database.ts';

export const MASTER_KEY = 'a master key of the tests, of no value';

export const testContext = (actor: CommandContext['actor'] = { kind: 'system', id: 'test' }): CommandContext => ({
  actor,
  now: new Date(),
  correlationId: 'test',
});

/** The event-sourced core in this process on a new database: log, read models of rewards, their reactions. */
export interface Core {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly log: EventLog;
  readonly databaseUrl: string;
  /** Starts read models and reactions. */
  startWork(redisUrl?: string | null): Promise<void>;
  /** Stops them, as when a process ends. */
  stopWork(): Promise<void>;
  /** Waits until read models and reactions have processed everything appended so far. */
  settled(): Promise<void>;
  incentives(): Promise<IncentiveRow[]>;
  balances(): Promise<BalanceRow[]>;
  close(): Promise<void>;
}

const READ_MODELS = [balances, incentives, promotions, rentalEvents, rentals];

export async function openCore(): Promise<Core> {
  const database = await installedDatabase();
  const pool = database.pool();
  const { store, log } = await openEventLog({ eventStoreUrl: null, masterKey: MASTER_KEY }, pool);
  await prepareReadModels(pool, READ_MODELS);
  await handle(log, {
    decider: rewardPolicyDecider,
    streamId: REWARD_POLICY_STREAM,
    command: { type: 'OpenProgramme', terms: INITIAL_TERMS },
    context: testContext(),
  });
  const logger = createLogger('test');
  const readAfter = new ReadYourWrites(pool);
  let stop: (() => Promise<void>) | undefined;
  const core: Core = {
    pool,
    store,
    log,
    databaseUrl: database.url,
    async startWork(redisUrl = null) {
      const queues = await createQueues({ redisUrl, databaseUrl: database.url, logger, maxConnections: 10 });
      const parts = { ...foldPartsOf(log, pool), queues, logger };
      const deps = { log, db: pool, now: () => new Date() };
      const projecting = await startProjections(parts, READ_MODELS);
      const reacting = await startReactions(parts, [postRewardsReaction(deps), matchAgentsReaction(deps)]);
      stop = async () => {
        stop = undefined;
        await reacting.close();
        await projecting.close();
        await queues.close();
      };
    },
    stopWork: async () => stop?.(),
    async settled() {
      for (let n = 0; n < 30; n++) {
        const head = await store.head();
        if (head === undefined) return;
        const fresh = await readAfter.waitFor(
          head,
          READ_MODELS.map(({ name }) => name),
        );
        if (fresh && (await store.head()) === head) return;
      }
      throw new Error('the read models do not catch up');
    },
    incentives: async () =>
      (await pool.query(`select * from ${readModelTable(incentives).sql} order by "reservationNo"`)).rows,
    balances: async () => (await pool.query(`select * from ${readModelTable(balances).sql} order by "agentId"`)).rows,
    async close() {
      await stop?.();
      await readAfter.close();
      await store.close();
      await database.drop();
    },
  };
  return core;
}

/** Adds a promotion; the stream's id is the code. */
export async function addPromotion(
  log: EventLog,
  promoCode: string,
  promoRate: number,
  isActive = true,
): Promise<void> {
  const promotionId = codeKey(promoCode);
  const owner = `promotion-${promotionId}`;
  await claim(log, {
    kind: PROMO_CODE_CLAIM,
    text: promotionId,
    owner,
    isOwnerRecorded: async () => true,
    context: testContext(),
  });
  const fields = { promoCode, description: promoCode, promoRate, startDate: '2025-01-01', endDate: null };
  await handle(log, {
    decider: promotionDecider,
    streamId: owner,
    command: { type: 'CreatePromotion', promotionId, isActive, fields },
    context: testContext(),
  });
}

/** Adds an agent with a tracking number, as far as rewards need it. `activeFrom`: the first day of the membership. */
export async function addAgent(
  log: EventLog,
  agentId: number,
  loyaltyTrackingNo: string,
  activeFrom = '2025-01-01',
): Promise<void> {
  const owner = `agent-${agentId}`;
  await claim(log, {
    kind: TRACKING_CLAIM,
    text: loyaltyTrackingNo,
    owner,
    isOwnerRecorded: async () => true,
    context: testContext(),
  });
  const stream = await log.readStream(owner);
  const data = { loyaltyTrackingNo, activeFrom, activatedAt: new Date().toISOString() };
  await log.append([{ stream, events: [{ type: 'AgentActivated', data }], context: testContext() }]);
}

/** The tax treatment of an agent from a day on. */
export async function setTreatment(
  log: EventLog,
  agentId: number,
  effectiveFrom: string,
  treatment: TaxTreatment,
): Promise<void> {
  const stream = await log.readStream(`agent-${agentId}`);
  const data = { effectiveFrom, treatment, setAt: new Date().toISOString() };
  await log.append([{ stream, events: [{ type: 'TaxTreatmentSet', data }], context: testContext() }]);
}

/** Adds sign-ins, the most frequent events of an agent. */
export async function addSignIns(log: EventLog, agentId: number, count: number): Promise<void> {
  const stream = await log.readStream(`agent-${agentId}`);
  const events = Array.from({ length: count }, () => ({
    type: 'SignedIn',
    data: { sessionId: randomUUID(), signedInAt: new Date().toISOString() },
  }));
  await log.append([{ stream, events, context: testContext() }]);
}
