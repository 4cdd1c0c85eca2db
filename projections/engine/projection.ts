import type { DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventMetadata, Position } from '@fynbos/event-store/port.ts';
import type { z } from 'zod';
import { columnsOf } from './columns.ts';

/** An event as a projection sees it: upcast to its newest version, its type and data as in the domain. */
export type FoldEvent<Event extends DomainEvent = DomainEvent> = Event extends DomainEvent
  ? {
      readonly id: string;
      readonly type: Event['type'];
      /** `data.personal` is decrypted only for projections with `personal`. */
      readonly data: Event['data'];
      readonly metadata: EventMetadata;
      readonly streamId: string;
      readonly revision: number;
      readonly position: Position;
    }
  : never;

export const eventsOfTypes = <Event extends DomainEvent>(
  events: readonly FoldEvent[],
  types: readonly Event['type'][],
): readonly FoldEvent<Event>[] =>
  // An event's type determines its data, which the compiler cannot know of stored events.
  events.filter(({ type }) => types.includes(type)) as unknown as readonly FoldEvent<Event>[];

/** Returns the row of a key after an event; null deletes the row. Pure. An error blocks the key. */
export type Handler<Row, Event extends DomainEvent> = (
  row: Row | null,
  event: FoldEvent<Event>,
  key: string,
) => Row | null;

interface ProjectionShape<Row, Event extends DomainEvent> {
  readonly name: string;
  /**
   * Raise it when the table or a handler changes: the next start rebuilds the read model. `defineProjection` adds the
   * number of event types, so a further type is a new version by itself.
   */
  readonly version: number;
  /** The column that holds the key. */
  readonly primaryKey: keyof Row & string;
  /** After `on <table>`: `("agentId", "month")`, `using gin ("name" gin_trgm_ops)`. */
  readonly indexes?: readonly string[];
  /** Decrypts `data.personal` for the handlers. */
  readonly personal?: boolean;
  /** The handlers receive events as stored: personal data stays encrypted, old versions are not upcast. */
  readonly stored?: true;
  /** The keys of the rows that the event changes; empty where it changes none. */
  keys(event: FoldEvent<Event>): readonly string[];
}

/** The source form of a read model: the schema of its rows, and a handler for each event type that it reads. */
interface ProjectionDefinition<Row extends object, Event extends DomainEvent> extends ProjectionShape<Row, Event> {
  /** Gives the columns of the table (`columnsOf`). */
  readonly row: z.ZodType<Row>;
  /** Number of partitions, by hash of the key; each has its own checkpoint. Default 1; only `audit-log` has more. */
  readonly partitions?: number;
  readonly handlers: { readonly [Type in Event['type']]: Handler<Row, Extract<Event, { type: Type }>> };
}

/**
 * A pure fold of events into one table. The engine loads the rows of a batch, folds in memory, and writes rows and
 * fenced checkpoint in one statement.
 */
export interface Projection<Row extends object = object, Event extends DomainEvent = DomainEvent>
  extends ProjectionShape<Row, Event> {
  /** The columns of the table: names as in code (camelCase), Postgres types. */
  readonly columns: { readonly [Column in keyof Row]-?: string };
  readonly partitions: number;
  readonly eventTypes: readonly Event['type'][];
  evolve: Handler<Row, Event>;
}

/** Creates a projection from its handlers. */
export function defineProjection<Row extends object, Event extends DomainEvent = DomainEvent>({
  row,
  handlers,
  partitions = 1,
  ...shape
}: ProjectionDefinition<Row, Event>): Projection<Row, Event> {
  const byType = handlers as Readonly<Record<string, Handler<Row, Event>>>;
  const eventTypes = Object.keys(handlers) as Event['type'][];
  return {
    ...shape,
    // An older release passes over types that it does not know, so it must not own this checkpoint
    // (docs/decisions/0030).
    version: shape.version * 1_000 + eventTypes.length,
    columns: columnsOf(row),
    partitions,
    eventTypes,
    evolve: (row, event, key) => (byType[event.type] as Handler<Row, Event>)(row, event, key),
  };
}

/** The event types of a record of schemas. */
export const typesOf = <Type extends string>(events: Readonly<Record<Type, unknown>>): Type[] =>
  Object.keys(events) as Type[];

/** Uses one handler for several event types. */
export const handleAll = <Type extends string, Handle>(types: readonly Type[], handle: Handle): Record<Type, Handle> =>
  Object.fromEntries(types.map((type) => [type, handle])) as Record<Type, Handle>;

/** An event arrived before the event that creates its row. */
class MissingRow extends Error {
  override readonly name = 'MissingRow';
}

/** Returns the row of an event that does not create one. Throws `MissingRow`. */
export function requireRow<Row>(row: Row | null): Row {
  if (row !== null) return row;
  const error = new MissingRow('the event arrived before the event that creates its row');
  // The stack starts at the projection's handler, so the operator sees that file and line.
  Error.captureStackTrace(error, requireRow);
  throw error;
}
