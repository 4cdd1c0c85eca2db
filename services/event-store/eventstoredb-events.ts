import type { ResolvedEvent } from '@eventstore/db-client';
import type { EventMetadata, Position, RecordedEvent } from './port.ts';

/** Names the append that stored an event: that is how a repeated append, which the server answers alike, is known. */
export const ATTEMPT = '$attempt';

type Metadata = EventMetadata & { readonly [ATTEMPT]?: string };
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Fixed width, so that text compares as the log is ordered. */
export const positionOf = ({ commit, prepare }: Record<keyof LogPosition, bigint | number>): Position =>
  `${String(commit).padStart(20, '0')}-${String(prepare).padStart(20, '0')}`;

/** The log position that a position spells. RangeError where it is none. */
export function logPositionOf(position: Position): LogPosition {
  const match = /^(\d{20})-(\d{20})$/.exec(position);
  if (!match) throw new RangeError(`not a position of this store: ${position}`);
  return { commit: BigInt(match[1] as string), prepare: BigInt(match[2] as string) };
}

/** What the server recorded, or null for what is none of ours: its own events, links, what others wrote beside us. */
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

/** The append that stored an event. */
export const attemptOf = (resolved: ResolvedEvent): string | undefined =>
  (resolved.event?.metadata as unknown as Metadata | undefined)?.[ATTEMPT];
