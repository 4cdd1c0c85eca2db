import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { approvalDecider, approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import type { CommandContext, DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventLog, LoadedStream } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { type Handled, type Handling, handle, load } from './handle.ts';
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
   * again after a crash and by two processes at the same time, so each of its commands goes through `handleOnce` or
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

/** Whether an approved change was already carried out, by this or another process. */
async function isFinished(log: EventLog, approvalId: string): Promise<boolean> {
  const { state } = await load(log, approvalDecider, approvalStreamOf(approvalId), { personal: false });
  return state.status !== 'approved';
}

/** A command of an approved change. */
interface ApprovedCommand<State, Command, Event extends DomainEvent>
  extends Omit<Handling<State, Command, Event>, 'isDone'> {
  /** Every type of event that this command may append. No other command of the same change may append them. */
  readonly makes: readonly Event['type'][];
}

/**
 * As `handle`, for a command of an approved change, which is carried out once: it does nothing if its stream already
 * has an event caused by this approval, or if the request is finished. Both are checked after loading the stream at the
 * revision of the append. A process that hangs in between therefore meets a conflict and checks again
 * (docs/decisions/0033).
 */
export function handleOnce<State, Command, Event extends DomainEvent>(
  log: EventLog,
  { makes, ...handling }: ApprovedCommand<State, Command, Event>,
): Promise<Handled<State, Event>> {
  const { causationId: approvalId = '' } = handling.context;
  const types: readonly string[] = makes;
  const isDone = async ({ events }: LoadedStream): Promise<boolean> =>
    events.some(({ type, metadata }) => metadata.causationId === approvalId && types.includes(type)) ||
    isFinished(log, approvalId);
  return handle(log, { ...handling, isDone });
}

/**
 * As `handleOnce`, for a command that is repeated until it leads to no event, because a large payout needs several
 * appends. A process that hangs in between appends nothing after the change was carried out.
 */
export async function handleInSteps<State, Command, Event extends DomainEvent>(
  log: EventLog,
  handling: Omit<Handling<State, Command, Event>, 'isDone'>,
): Promise<void> {
  const isDone = () => isFinished(log, handling.context.causationId ?? '');
  for (;;) {
    const { events } = await handle(log, { ...handling, isDone });
    if (events.length === 0) return;
  }
}
