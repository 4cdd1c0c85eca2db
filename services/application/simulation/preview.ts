import { createHash } from 'node:crypto';
import type { Day } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { RecalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { previewOf, type Reevaluated, type Reevaluation } from './reevaluate.ts';
import type { ReservationOf } from './reservations.ts';
import type { SimulationRow } from './row.ts';
import { Totals } from './totals.ts';

/** A reservation decided again, and its line in the preview. */
interface Previewed {
  readonly again: Reevaluated;
  readonly line: SimulationRow;
}

/** So many reservations, and those of them that are their agents' still. */
interface PreviewedSlice {
  readonly size: number;
  readonly previewed: readonly Previewed[];
}

/** Decides slices again and says what a correction would book of each reservation; the next is loaded meanwhile. */
export async function* previewSlices(
  log: EventLog,
  again: Reevaluation,
  slices: AsyncGenerator<readonly ReservationOf[]>,
  today: Day,
): AsyncGenerator<PreviewedSlice> {
  for await (const { size, decided, accounts } of ahead(slices, (slice) => loadSlice(log, again, slice))) {
    const previewed = decided.map((one): Previewed => {
      const account = accounts.get(one.agentId) ?? rewardsAccountDecider.initial;
      return { again: one, line: previewOf(account, one, today) };
    });
    yield { size, previewed };
  }
}

/** What a correction would book, as one text to compare and as sums: the same for the same lines in the same order. */
export class WouldBook {
  private readonly hash = createHash('sha256');
  private readonly sums = new Totals();

  /** Takes reservations in the order in which they come. Those of which nothing would be booked play no part. */
  add(previewed: readonly Previewed[]): void {
    for (const { again, line } of previewed) {
      const { agentId, reservationNo, correctionGrossCents, correctionPayeCents, correctionNettCents } = line;
      const isBooked = correctionGrossCents !== 0 || correctionPayeCents !== 0;
      if (!isBooked && again.next === null) continue;
      // A decision that is taken again may move nothing yet, as on a rental on hold: what it says counts too.
      const { status, reason, grossCents, payeCents } = again.next ?? {};
      const amounts = [correctionGrossCents, correctionPayeCents, correctionNettCents];
      this.hash.update(
        `${JSON.stringify([agentId, reservationNo, ...amounts, status, reason, grossCents, payeCents])}\n`,
      );
      if (isBooked)
        this.sums.add({
          agentId,
          grossCents: correctionGrossCents,
          payeCents: correctionPayeCents,
          nettCents: correctionNettCents,
        });
    }
  }

  /** To be asked for once, when all were added. */
  digest(): string {
    return this.hash.digest('hex');
  }

  totals(): RecalculationTotals {
    return this.sums.totals();
  }
}

/** Loads each while the one before it is worked on. */
async function* ahead<From, To>(source: AsyncGenerator<From>, load: (from: From) => Promise<To>): AsyncGenerator<To> {
  let next: Promise<To> | undefined;
  for await (const from of source) {
    const loading = load(from);
    loading.catch(() => undefined);
    if (next) yield await next;
    next = loading;
  }
  if (next) yield await next;
}

async function loadSlice(log: EventLog, again: Reevaluation, slice: readonly ReservationOf[]) {
  const agentIds = [...new Set(slice.map(({ agentId }) => agentId))];
  const [decided, streams] = await Promise.all([again.decide(slice), log.readStreams(agentIds.map(accountStreamOf))]);
  const accounts = new Map(
    agentIds.map((agentId) => {
      const events = (streams.get(accountStreamOf(agentId))?.events ?? []) as unknown as RewardsAccountEvent[];
      return [agentId, fold(rewardsAccountDecider, rewardsAccountDecider.initial, events)] as const;
    }),
  );
  return { size: slice.length, decided, accounts };
}
