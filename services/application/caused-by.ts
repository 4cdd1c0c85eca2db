import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';

/**
 * Records the event as the cause and keeps its correlation id. Demonstration history has its own clock: its
 * consequences carry the time of the event that caused them.
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
