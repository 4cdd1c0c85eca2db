import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { RecalculationEvent } from '@fynbos/domain/recalculation/events.ts';
import { recalculationDecider, recalculationStreamOf } from '@fynbos/domain/recalculation/recalculation.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import { causedBy } from '../caused-by.ts';
import { handle, load } from '../handle.ts';
import type { Essentials } from '../services.ts';
import { CorrectionPreview, previewSlices, reservationsOf } from '../simulation/preview.ts';
import { Reevaluation } from '../simulation/reevaluate.ts';
import { Totals } from '../simulation/results.ts';
import { waitForReadModel } from '../wait-for-read-models.ts';
import { bookCorrections, decideAgain, isPartlyBooked, noteProgress } from './book-corrections.ts';

/** A preview of an older release cannot be compared with the accounts line by line. */
export const previewTooOld = (): DomainError =>
  new DomainError('conflict', 'what-if.older', 'This simulation is from an earlier release. Run it again.');

type RecalculationOrdered = Extract<RecalculationEvent, { type: 'RecalculationOrdered' }>;

/** Reservations booked in one append: about 200 kB, below the limit of the stores. */
const RESERVATIONS_PER_APPEND = 500;

/**
 * Row by row, before anything is booked (L8); refuses the correction otherwise. Returns whether to continue. One that
 * has begun is not compared again: its own entries change the accounts.
 */
async function isAsApproved(
  services: Essentials,
  event: FoldEvent<RecalculationOrdered>,
  signal: AbortSignal,
): Promise<boolean> {
  const { log, db, now } = services;
  const { recalculationId, definition } = event.data;
  const stream = recalculationStreamOf(recalculationId);
  const { state } = await load(log, recalculationDecider, stream);
  if (state.status !== 'ordered') return state.status === 'begun';
  if (await isPartlyBooked(db, recalculationId)) return true;
  const reevaluation = await Reevaluation.open(log, db, definition, { termsAt: event.position });
  const reservations = await reservationsOf(db, definition);
  const preview = new CorrectionPreview();
  for await (const { previewed } of previewSlices(log, reevaluation, reservations.slices(), now())) {
    if (signal.aborted) throw new StoreUnavailable('the process is stopping');
    preview.add(previewed);
  }
  const begin = { type: 'BeginRecalculation', digest: preview.digest(), found: preview.totals() } as const;
  const started = await handle(log, {
    decider: recalculationDecider,
    streamId: stream,
    command: begin,
    context: contextOf(event, now()),
  });
  // Another process may have begun or refused it first.
  return started.state.status === 'begun';
}

const contextOf = (event: FoldEvent<RecalculationOrdered>, now: Date): CommandContext => ({
  ...causedBy(event, 'recalculate', now),
  causationId: event.data.recalculationId,
  reason: event.data.text,
});

/** Under the terms at the time of its approval. Repeatable after a crash; no entry is booked twice. */
async function execute(
  services: Essentials,
  event: FoldEvent<RecalculationOrdered>,
  signal: AbortSignal,
): Promise<void> {
  const { log, db, now } = services;
  const { recalculationId, definition, how, reason, text } = event.data;
  for (const readModel of [incentives.name, promotions.name])
    await waitForReadModel(db, readModel, event.position, signal);
  if (!(await isAsApproved(services, event, signal))) return;
  const reevaluation = await Reevaluation.open(log, db, definition, { termsAt: event.position });
  const reservations = await reservationsOf(db, definition);
  const booked = new Totals();
  let done = 0;
  for await (const slice of reservations.slices(RESERVATIONS_PER_APPEND)) {
    if (signal.aborted) throw new StoreUnavailable('the process is stopping');
    const decided = await reevaluation.decide(slice);
    // Of each append: the journal's day is that of the append, and a correction may last beyond midnight.
    const context = contextOf(event, now());
    const bookings =
      how === 'reassess'
        ? await decideAgain(log, decided, event.position, context)
        : await bookCorrections(log, { recalculationId, reason, text }, decided, context);
    for (const booking of bookings) booked.add(booking);
    done += slice.length;
    await noteProgress(db, recalculationId, done, reservations.total);
  }
  const finish = { type: 'FinishRecalculation', booked: booked.totals() } as const;
  await handle(log, {
    decider: recalculationDecider,
    streamId: recalculationStreamOf(recalculationId),
    command: finish,
    context: contextOf(event, now()),
  });
}

/** Carries out ordered recalculations. No read waits for this reaction. */
export const recalculationReaction = (services: Essentials): Reaction =>
  reactionTo<RecalculationOrdered>({
    name: 'recalculate',
    eventTypes: ['RecalculationOrdered'],
    batchSize: 1,
    async react(batch, { signal }) {
      for (const event of batch) await execute(services, event, signal);
    },
  });
