import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { approvalDecider, approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import type { CommandContext, Decider, DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { type Given, type Handled, type HandleOptions, handle, load } from './handle.ts';
import type { Essentials } from './services.ts';

/** The stored content of a request. `personal` is encrypted, and its key is destroyed when the request is finished. */
export interface StoredChange<Payload = unknown, Personal = unknown> {
  readonly payload: Payload;
  readonly personal: Personal;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields before and after a change. Personal fields have the same names as in the request's `personal`. */
export interface BeforeAndAfter {
  readonly before: Fields;
  readonly after: Fields;
}

/** A kind of change that needs approval by a second administrator (X3). */
export interface ApprovedChange<Payload = unknown, Personal = unknown> {
  /** The permission that requester and approver both need. */
  readonly permission: Permission;
  /**
   * The schema of the stored content. Requests of older releases may still be waiting, so new fields must be optional.
   */
  readonly payload: z.ZodType<Payload>;
  readonly personal: z.ZodType<Personal>;
  /**
   * Makes the change against the current state. Throws a `DomainError` if it is no longer possible. It may be called
   * again after a crash and by two processes at the same time, so each of its commands is given `once` or
   * `handleInSteps`.
   */
  execute(deps: Essentials, change: StoredChange<Payload, Personal>, context: CommandContext): Promise<unknown>;
  /** The fields that a request would change, before and after. Without it, a request shows no comparison. */
  compare?(deps: Pick<Essentials, 'log' | 'now'>, change: StoredChange<Payload, Personal>): Promise<BeforeAndAfter>;
  /** Records that the request's personal data was shown in full; by default as an administrative action. */
  recordReveal?(
    deps: Pick<Essentials, 'log'>,
    change: StoredChange<Payload, Personal>,
    context: CommandContext,
  ): Promise<Position | undefined>;
}

/** Declares a kind of change with the types of its stored content. Without `personal` it has no personal data. */
export const approvedChange = <Payload, Personal = Record<string, never>>(
  change: Omit<ApprovedChange<Payload, Personal>, 'personal'> & { readonly personal?: z.ZodType<Personal> },
): ApprovedChange<Payload, Personal> => ({ personal: z.object({}) as z.ZodType as z.ZodType<Personal>, ...change });

/** A context in which events carry the requester's reason instead of the approver's. */
export const withRequestReason = (
  context: CommandContext,
  { reason }: { reason?: string | undefined },
): CommandContext => (reason === undefined ? context : { ...context, reason });

/**
 * Makes a command of an approved change idempotent: it does nothing if its stream already has an event caused by this
 * approval, or if the request is finished. Both are checked after loading the stream at the revision of the append. A
 * process that hangs in between therefore meets a conflict and checks again (docs/decisions/0033). `makes`: every type
 * of event that this command may append. No other command of the same change may append them.
 */
export const once = <Event extends DomainEvent>(
  log: EventLog,
  { causationId: approvalId = '' }: CommandContext,
  ...makes: readonly Event['type'][]
): Pick<HandleOptions, 'isDone'> => ({
  async isDone({ events }) {
    const isMade = events.some(({ type, metadata }) => metadata.causationId === approvalId && makes.includes(type));
    return isMade || isFinished(log, approvalId);
  },
});

/** Whether an approved change was already carried out, by this or another process. */
async function isFinished(log: EventLog, approvalId: string): Promise<boolean> {
  const { state } = await load(log, approvalDecider, approvalStreamOf(approvalId), { personal: false });
  return state.status !== 'approved';
}

/** As `handle`, for a command of an approved change, which is carried out once. */
export const handleOnce = <State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  streamId: string,
  command: Given<Command> | ((state: State) => Given<Command>),
  context: CommandContext,
  ...makes: readonly Event['type'][]
): Promise<Handled<State, Event>> =>
  handle(log, decider, streamId, command, context, once<Event>(log, context, ...makes));

/**
 * As `handleOnce`, for a command that is repeated until it leads to no event, because a large payout needs several
 * appends. A process that hangs in between appends nothing after the change was carried out.
 */
export async function handleInSteps<State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  streamId: string,
  command: Given<Command>,
  context: CommandContext,
): Promise<void> {
  const isDone = () => isFinished(log, context.causationId ?? '');
  for (;;) {
    const { events } = await handle(log, decider, streamId, command, context, { isDone });
    if (events.length === 0) return;
  }
}
