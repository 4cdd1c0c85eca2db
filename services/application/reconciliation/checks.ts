import { fold } from '@fynbos/domain/decider.ts';
import type { ReconciliationCheck } from '@fynbos/domain/reconciliation/events.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { RewardsAccount } from '@fynbos/domain/rewards-account/state.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { replay } from '@fynbos/projections/engine/replay.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { rentals } from '@fynbos/projections/rentals/rentals.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import type pg from 'pg';

export interface CheckParts {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly signal: AbortSignal;
}

/** Differences that are named; the counts are of all. */
const NAMED = 50;
/** Accounts that are read again at most, where the read models differ. */
const READ_AGAIN = 10_000;

const MONEY: readonly AnyProjection[] = [incentives, balances, payoutLines, tax] as never;

/** Recorded events against read models, row by row: those of money are built anew beside the live ones and compared. */
export async function readModelsAgainstEvents({ log, db, signal }: CheckParts): Promise<ReconciliationCheck[]> {
  const results = await replay({ db, store: log.store, decoder: decoderOf(log) }, MONEY, {
    compare: true,
    swap: 'never',
    signal,
  });
  return results.map(({ projection, comparison }) => {
    const first = (comparison?.first ?? []).map(({ key, kind, columns }) => ({
      key,
      what: `${kind} ${columns.join(', ')}`.trim(),
    }));
    const differences = comparison ? comparison.onlyLive + comparison.onlyRebuilt + comparison.different : 0;
    return {
      name: `read-model ${projection}`,
      examined: comparison?.liveRows ?? 0,
      differences,
      first: first.slice(0, NAMED),
    };
  });
}

/** Rewards against invoices: nothing without a fact, no fact without a decision. */
export async function rewardsAgainstInvoices({ db }: CheckParts): Promise<ReconciliationCheck> {
  const table = readModelTable(rentals).sql;
  const hasInvoice = `exists (select from json_array_elements(facts) as fact where fact->>'type' = 'InvoiceRecorded')`;
  const { rows: found } = await db.query<{ key: string; decided: boolean }>(
    `select "reservationNo" as key, decision::text is not null and decision::text <> 'null' as decided from ${table}
     where (decision::text is not null and decision::text <> 'null') <> ${hasInvoice} order by 1`,
  );
  const { rows: all } = await db.query<{ examined: number }>(`select count(*)::int as examined from ${table}`);
  return {
    name: 'rewards against invoices',
    examined: all[0]?.examined ?? 0,
    differences: found.length,
    first: found.slice(0, NAMED).map(({ key, decided }) => ({
      key,
      what: decided ? 'a decision without an invoice' : 'an invoice without a decision',
    })),
  };
}

async function accountsOf(log: EventLog, agentIds: readonly number[]): Promise<Map<number, RewardsAccount>> {
  const streams = await log.readStreams(agentIds.map(accountStreamOf));
  return new Map(
    agentIds.map((agentId) => [
      agentId,
      fold(
        rewardsAccountDecider,
        rewardsAccountDecider.initial,
        (streams.get(accountStreamOf(agentId))?.events ?? []) as never,
      ),
    ]),
  );
}

/**
 * Accounts against runs and rewards: what was paid is what the runs say, and what is earned is what the reservations say.
 * What was taken over from another system is in no run; accounts that differ are read again for it.
 */
export async function accountsAgainstRuns({ log, db }: CheckParts): Promise<ReconciliationCheck> {
  const { rows } = await db.query<{
    agentId: number;
    paid: number;
    lines: number;
    earned: number;
    rewards: number;
    same: boolean;
  }>(
    `with by_line as (select "agentId", sum("nettCents") as nett from ${readModelTable(payoutLines).sql} where state = 'paid' group by 1),
     by_reward as (select "agentId", sum("nettCents") as nett from ${readModelTable(incentives).sql} where status = 'Earned' and "agentId" is not null group by 1)
     select b."agentId", b."paidCents" as paid, coalesce(l.nett, 0)::float8 as lines, b."earnedCents" as earned, coalesce(r.nett, 0)::float8 as rewards,
       b."paidCents" = coalesce(l.nett, 0) and b."earnedCents" = coalesce(r.nett, 0) as same
     from ${readModelTable(balances).sql} b left join by_line l using ("agentId") left join by_reward r using ("agentId") order by 1`,
  );
  const doubtful = rows.filter(({ same }) => !same).slice(0, READ_AGAIN);
  const accounts = await accountsOf(
    log,
    doubtful.map(({ agentId }) => agentId),
  );
  const found = doubtful.flatMap(({ agentId, paid, lines, earned, rewards }) => {
    const account = accounts.get(agentId);
    const opening = account?.adjustments.get('opening');
    const openingUnpaid = opening && opening.state !== 'settled' ? opening.nettCents : 0;
    const what = [
      ...(paid - (account?.opening?.paidCents ?? 0) === lines ? [] : ['paid is not what the runs say']),
      ...(earned - openingUnpaid === rewards ? [] : ['earned is not what the reservations say']),
    ];
    return what.length === 0 ? [] : [{ key: `agent ${agentId}`, what: what.join('; ') }];
  });
  return {
    name: 'accounts against runs',
    examined: rows.length,
    differences: found.length,
    first: found.slice(0, NAMED),
  };
}

/** All comparisons of the books with themselves. */
export async function allChecks(parts: CheckParts): Promise<ReconciliationCheck[]> {
  return [
    ...(await readModelsAgainstEvents(parts)),
    await rewardsAgainstInvoices(parts),
    await accountsAgainstRuns(parts),
  ];
}
