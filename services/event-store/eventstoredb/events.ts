import type { ResolvedEvent } from '@eventstore/db-client';
import type { EventMetadata, Position, RecordedEvent } from '../port.ts';

/** The append that stored an event: reveals a repeated one, which the server answers like a first one. */
export const ATTEMPT = '$attempt';

type Metadata = EventMetadata & { readonly [ATTEMPT]?: string };
export interface ServerPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Fixed width, so that positions sort as text in log order. */
export const positionOf = ({ commit, prepare }: Record<keyof ServerPosition, bigint | number>): Position =>
  `${String(commit).padStart(20, '0')}-${String(prepare).padStart(20, '0')}`;

/** Parses a position. Throws RangeError if it is invalid. */
export function logPositionOf(position: Position): ServerPosition {
  const match = /^(\d{20})-(\d{20})$/.exec(position);
  if (!match) throw new RangeError(`not a position of this store: ${position}`);
  return { commit: BigInt(match[1] as string), prepare: BigInt(match[2] as string) };
}

/** Null for foreign events: the server's own, links, and those of other programs. */
export function fromClient(resolved: ResolvedEvent): RecordedEvent | null {
  const { event } = resolved;
  if (!event?.isJson || !event.position || event.type.startsWith('$') || event.streamId.startsWith('$')) return null;
  const { [ATTEMPT]: attempt, ...metadata } = (event.metadata ?? {}) as unknown as Metadata;
  if (attempt === undefined) return null;
  return {
    id: event.id,
    type: event.type,
    data: event.data as object,
    metadata,
    streamId: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event.position),
  };
}

/** The id of the append that stored an event. */
export const attemptOf = (resolved: ResolvedEvent): string | undefined =>
  (resolved.event?.metadata as unknown as Metadata | undefined)?.[ATTEMPT];
