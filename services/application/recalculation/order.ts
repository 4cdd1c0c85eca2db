import { DomainError } from '@fynbos/domain/errors.ts';
import {
  RECALCULATION_REASONS,
  type RecalculationEvent,
  recalculationDefinition,
  recalculationEvents,
} from '@fynbos/domain/recalculation/events.ts';
import {
  type RecalculationCommand,
  recalculationDecider,
  recalculationStreamOf,
} from '@fynbos/domain/recalculation/recalculation.ts';
import { z } from 'zod';
import { approvedChange, once } from '../approvable/approved-change.ts';
import { handle } from '../handle.ts';

/** A preview of an older release cannot be compared with the accounts line by line. */
export const previewTooOld = (): DomainError =>
  new DomainError('conflict', 'what-if.older', 'This simulation is from an earlier release. Run it again.');

/** Orders the corrections that a simulation previewed (L8); `text` is the reason of the request. */
export const orderRecalculation = approvedChange({
  permission: 'corrections:make',
  payload: z.object({
    recalculationId: z.string(),
    whatIfId: z.string(),
    // Checked when it is ordered: a request from an older release must not fail now.
    definition: z.unknown(),
    code: z.enum(RECALCULATION_REASONS),
    text: z.string(),
    preview: recalculationEvents.RecalculationOrdered.shape.preview,
    /** Covers every line of the preview; requests of older releases have none. */
    digest: z.string().exactOptional(),
    requestedBy: z.int(),
    reason: z.string().exactOptional(),
  }),
  async execute({ log }, { payload: { code, digest, definition, reason: _text, ...asked } }, context) {
    const command = (): RecalculationCommand => {
      if (digest === undefined) throw previewTooOld();
      return {
        type: 'OrderRecalculation',
        ...asked,
        definition: recalculationDefinition.parse(definition),
        reason: code,
        digest,
      };
    };
    const stream = recalculationStreamOf(asked.recalculationId);
    const ordered = once<RecalculationEvent>(log, context, 'RecalculationOrdered');
    await handle(log, recalculationDecider, stream, command, context, ordered);
  },
});
