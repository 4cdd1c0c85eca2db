import type { DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventMetadata, Position } from '@fynbos/event-store/port.ts';

/** An event as a fold sees it: upcast to its newest version; `data.personal` is open only for projections that say `personal`. */
export interface FoldEvent<Event extends DomainEvent = DomainEvent> {
  readonly id: string;
  readonly type: Event['type'];
  readonly data: Event['data'];
  readonly metadata: EventMetadata;
  readonly streamId: string;
  readonly revision: number;
  readonly position: Position;
}

/** A column is named as in code (camelCase) and bears its Postgres type. */
export interface TableSpec<Row> {
  readonly columns: { readonly [Column in keyof Row]-?: string };
  /** The column that holds the key. */
  readonly primaryKey: keyof Row & string;
  /** Further indexes, as the part after `on <table>`: e.g. `("agentId", "month")` or `using gin ("name" gin_trgm_ops)`. */
  readonly indexes?: readonly string[];
}

/**
 * A read model: a pure fold over one Postgres table. The engine loads the rows of a batch's keys, folds in memory,
 * writes them in one statement, and moves the fenced checkpoint in the same transaction.
 */
export interface Projection<Row extends object = object, Event extends DomainEvent = DomainEvent> {
  readonly name: string;
  /** Raised whenever table or fold change: a replay then builds the new version beside the live one. */
  readonly version: number;
  readonly eventTypes: readonly Event['type'][];
  readonly table: TableSpec<Row>;
  /** Opens `data.personal` before the fold. */
  readonly personal?: boolean;
  /** The fold sees events as they are stored: personal data stays sealed, old versions are not upcast. */
  readonly stored?: true;
  /** How many partitions, by hash of key; each has its own checkpoint. Default 1. */
  readonly partitions?: number;
  /** The keys of the rows that the event changes (none: it does not concern this read model). */
  keys(event: FoldEvent<Event>): readonly string[];
  /** The row after the event; null deletes it. Pure. A throw parks the key. */
  evolve(row: Row | null, event: FoldEvent<Event>, key: string): Row | null;
}
