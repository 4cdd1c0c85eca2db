import {
  RECALCULATION_REASONS,
  recalculationDefinition,
  recalculationEvents,
} from '@fynbos/domain/recalculation/events.ts';
import {
  type RecalculationCommand,
  recalculationDecider,
  recalculationStreamOf,
} from '@fynbos/domain/recalculation/recalculation.ts';
import { z } from 'zod';
import { previewTooOld } from '../../recalculation/execute.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

/** Orders the corrections that a simulation previewed (L8); `text` is the reason of the request. */
export const orderRecalculation = approvedChange({
  permission: 'corrections:make',
  payload: z.object({
    recalculationId: z.string(),
    whatIfId: z.string(),
    // Checked when it is ordered: a request of an older release can be read, and then fails.
    definition: z.unknown(),
    code: z.enum(RECALCULATION_REASONS),
    text: z.string(),
    preview: recalculationEvents.RecalculationOrdered.shape.preview,
    /** Covers every line of the preview; requests of older releases have none. */
    digest: z.string().exactOptional(),
    requestedBy: z.int(),
  }),
  async execute({ log }, { payload: { code, digest, definition, ...order } }, context) {
    const command = (): RecalculationCommand => {
      const parsed = recalculationDefinition.safeParse(definition);
      if (digest === undefined || !parsed.success) throw previewTooOld();
      return { type: 'OrderRecalculation', ...order, definition: parsed.data, reason: code, digest };
    };
    const streamId = recalculationStreamOf(order.recalculationId);
    await handleOnce(log, { decider: recalculationDecider, streamId, command, context });
  },
});
