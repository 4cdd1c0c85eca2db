import type { Amounts } from '@fynbos/domain/amounts.ts';
import { sameAmounts, ZERO } from '@fynbos/domain/amounts.ts';
import { addDays, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import { firstInvoicedOn, type References } from '@fynbos/domain/rental/assess.ts';
import { changeSinceOpeningBalance } from '@fynbos/domain/rental/change-since-opening-balance.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import { correctedBy } from '@fynbos/domain/rewards-account/corrections-in-force.ts';
import { type Finding, signalDecider, signalStreamOf } from '@fynbos/domain/signal/signal.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { openingBalances } from '@fynbos/projections/balances/queries.ts';
import { flaggedBy } from '@fynbos/projections/holds/queries.ts';
import { changedAfterInvoice } from '@fynbos/projections/rentals/queries.ts';
import { eventsOf, handle, loadMany } from '../handle.ts';
import { loadReferences } from '../rentals/references.ts';
import { loadAccounts } from '../rewards/accounts.ts';
import type { Stores } from '../services.ts';

/** Days of recorded facts to check, and reservations loaded at once. */
const LOOKBACK_DAYS = 90;
const STREAMS_PER_BATCH = 500;

interface Change {
  readonly agentId: number;
  readonly reservationNo: string;
  readonly openedOn: Day;
  readonly amounts: Amounts;
  /** Number of facts that may change the amount owed. A further fact makes the change a new finding. */
  readonly facts: number;
}

const isOfMoney = ({ type }: RentalEvent): boolean =>
  !['ReservationRecorded', 'RewardDecided', 'HoldPlaced', 'HoldReleased'].includes(type);

/** For each agent with a tracking number on an invoice and an opening balance that includes the reservation. */
function changesOf(
  reservationNo: string,
  { rental, events }: { rental: Rental; events: readonly RentalEvent[] },
  references: References,
  openingDays: ReadonlyMap<number, Day>,
): Change[] {
  const first = firstInvoicedOn(rental);
  const numbers = [...rental.invoices.values()].flatMap(({ loyaltyTrackingNo }) => loyaltyTrackingNo ?? []);
  const facts = events.filter(isOfMoney).length;
  const agentIds = new Set(numbers.flatMap((number) => (first ? (references.agentOf(number, first) ?? []) : [])));
  return [...agentIds].flatMap((agentId) => {
    const openedOn = openingDays.get(agentId);
    if (openedOn === undefined) return [];
    const amounts = changeSinceOpeningBalance(events, { agentId, openedOn, references });
    return amounts === null || sameAmounts(amounts, ZERO) ? [] : [{ agentId, reservationNo, openedOn, amounts, facts }];
  });
}

/** `flaggedReservations`: to check regardless of the age of their facts. */
async function changes({ log, db }: Stores, now: Date, flaggedReservations: readonly string[]): Promise<Change[]> {
  const opened = await openingBalances(db);
  const days = opened.map(({ openedOn }) => openedOn).sort();
  const [first] = days;
  if (first === undefined) return [];
  const openingDays = new Map(opened.map(({ agentId, openedOn }) => [agentId, openedOn]));
  const since = `${addDays(dayOf(now), -LOOKBACK_DAYS)}T00:00:00.000Z`;
  const recent = await changedAfterInvoice(db, since, first, days.at(-1) ?? first);
  const reservationNos = [...new Set([...recent, ...flaggedReservations])];
  const found: Change[] = [];
  for (let start = 0; start < reservationNos.length; start += STREAMS_PER_BATCH) {
    const slice = reservationNos.slice(start, start + STREAMS_PER_BATCH);
    const loaded = await loadMany(log, rentalDecider, slice.map(rentalStreamOf), { personal: false });
    const read = slice.map((reservationNo) => {
      const { state: rental, stream } = loaded.get(rentalStreamOf(reservationNo)) ?? { state: rentalDecider.initial };
      return { reservationNo, rental, events: eventsOf(rentalDecider, stream) };
    });
    const references = await loadReferences(
      log,
      read.map(({ rental }) => rental),
    );
    found.push(...read.flatMap((each) => changesOf(each.reservationNo, each, references, openingDays)));
  }
  return found;
}

/** Corrected: adjustments that name the reservation add up to the change. */
async function uncorrected(log: EventLog, found: readonly Change[]): Promise<Finding[]> {
  const byAgent = new Map<number, Change[]>();
  for (const change of found) byAgent.set(change.agentId, [...(byAgent.get(change.agentId) ?? []), change]);
  const changesOfAgent = [...byAgent];
  const open: Finding[] = [];
  for (let start = 0; start < changesOfAgent.length; start += STREAMS_PER_BATCH) {
    const slice = changesOfAgent.slice(start, start + STREAMS_PER_BATCH);
    const accounts = await loadAccounts(
      log,
      slice.map(([agentId]) => agentId),
    );
    for (const [agentId, own] of slice) {
      const account = accounts.get(agentId);
      if (!account) continue;
      for (const { reservationNo, openedOn, amounts, facts } of own) {
        const { grossCents, nettCents } = amounts;
        if (grossCents === correctedBy(account, reservationNo).grossCents) continue;
        open.push({
          agentId,
          // Stored, as is the name of the signal.
          signalId: `since-migration-${reservationNo}-${facts}`,
          signal: 'ChangedSinceTakeOver',
          finding:
            `The opening balance of ${openedOn} includes reservation ${reservationNo}, which has changed since by ` +
            `${formatRand(grossCents)} gross, ${formatRand(nettCents)} nett. Finance corrects it: only the old system knows what it paid.`,
          evidence: [reservationNo],
        });
      }
    }
  }
  return open;
}

/**
 * A credit note, another invoice or a cancellation after the balance's day: finance corrects them, because the amount
 * that the previous system paid is not known here (docs/decisions/0004). Returns the findings to raise, and dismisses
 * corrected and replaced signals.
 */
export async function changesSinceOpeningBalance({ log, db }: Stores, context: CommandContext): Promise<Finding[]> {
  const flagged = await flaggedBy(db, 'ChangedSinceTakeOver');
  const flaggedReservations = flagged.flatMap(({ evidence }) => evidence);
  const found = await uncorrected(log, await changes({ log, db }, context.now, flaggedReservations));
  const current = new Set(found.map(({ agentId, signalId }) => `${agentId}:${signalId}`));
  for (const { id, agentId, holdId } of flagged) {
    if (current.has(id)) continue;
    const reason = 'It was corrected, or has changed again.';
    const command = { type: 'DismissSignal', reason } as const;
    await handle(log, { decider: signalDecider, streamId: signalStreamOf(agentId, holdId), command, context });
  }
  return found;
}
