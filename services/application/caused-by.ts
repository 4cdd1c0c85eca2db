import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';

/**
 * The context of what a part of the system does because of an event: caused by it and in its correlation. Demonstration
 * history has a clock of its own, so its consequences bear the time of what led to them.
 */
export function causedBy({ id, metadata }: FoldEvent, part: string, now: Date): CommandContext {
  return {
    actor: { kind: 'system', id: part },
    now: metadata.demo ? new Date(metadata.recordedAt) : now,
    correlationId: metadata.correlationId,
    causationId: id,
    ...(metadata.demo ? { demo: true as const } : {}),
  };
}
