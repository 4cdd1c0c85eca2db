import type { ApprovalRequest } from '@fynbos/domain/approval/approval.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { decideInSequence, fold } from '@fynbos/domain/decider.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import { promotionDecider, promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { knownPromotion } from '@fynbos/domain/promotion/state.ts';
import { recalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import { z } from 'zod';
import { load } from '../handle.ts';
import { updateCommands } from '../promotions/manage-promotions.ts';
import type { Essentials } from '../services.ts';
import { CorrectionPreview, previewSlices, reservationsOf } from '../simulation/preview.ts';
import { Reevaluation } from '../simulation/reevaluate.ts';
import { backDatePromotion } from './changes/back-dated-promotion.ts';

/** Most reservations of an effect: about two seconds, while the reader waits. A simulation does more. */
const MAX_RESERVATIONS = 5_000;

/** The effect of a request. Amounts are cents. */
export const requestEffect = z.object({
  /** Null for kinds without a computed effect, and for too many reservations. */
  effect: recalculationTotals.nullable(),
  /** More than the limit when `effect` is null. Null where none were considered. */
  considered: z.int().nullable(),
});
type RequestEffect = z.output<typeof requestEffect>;

const UNKNOWN_EFFECT: RequestEffect = { effect: null, considered: null };

/**
 * What a recalculation would book after an open request. Only back-dated changes of promotions have an effect, on
 * rentals with their code.
 */
export async function effectOf(
  { log, db, now }: Essentials,
  { kind, payload, status }: ApprovalRequest,
): Promise<RequestEffect> {
  if (kind !== 'promotion.back-date' || (status !== 'waiting' && status !== 'approved')) return UNKNOWN_EFFECT;
  const { data: change } = backDatePromotion.payload.safeParse(payload);
  if (!change) return UNKNOWN_EFFECT;
  const at = now();
  const promotionId = change.id;
  // A rental is invoiced on the day of its reservation or later.
  const rentals = {
    from: change.effectiveFrom,
    to: dayOf(at),
    policy: null,
    promotions: [],
    reassess: { promotionId },
  };
  const reservations = await reservationsOf(db, rentals);
  if (reservations.total > MAX_RESERVATIONS) return { effect: null, considered: reservations.total };
  try {
    const { state } = await load(log, promotionDecider, promotionStreamOf(promotionId));
    const events = decideInSequence(promotionDecider).decide(updateCommands(change), state, at.toISOString());
    const promotion = knownPromotion(fold(promotionDecider, state, events));
    const reevaluation = await Reevaluation.open(log, db, rentals, { promotion });
    const preview = new CorrectionPreview();
    for await (const { previewed } of previewSlices(log, reevaluation, reservations.slices(), at))
      preview.add(previewed);
    return { effect: preview.totals(), considered: reservations.total };
  } catch (error) {
    // The promotion no longer allows the change; approving it fails with the reason.
    if (isDomainError(error)) return UNKNOWN_EFFECT;
    throw error;
  }
}
