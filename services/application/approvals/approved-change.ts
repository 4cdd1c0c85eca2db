import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { approvalDecider, approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import type { CommandContext, DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventLog, LoadedStream } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { type Handled, type Handling, handle, load } from '../handle.ts';
import type { Essentials, WithLog } from '../services.ts';

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
  /** Requests of older releases may still be waiting, so new fields must be optional. */
  readonly payload: z.ZodType<Payload>;
  readonly personal: z.ZodType<Personal>;
  /** The changed part of the subject, where each part may have an open request of its own. */
  readonly partOf?: (payload: Payload) => string;
  /**
   * Changes the current state; throws a `DomainError` if that is no longer possible. May be repeated after a crash and
   * run twice at a time, so commands go through `handleOnce` or `handleInSteps`. The context has the request's reason.
   */
  execute(services: Essentials, change: StoredChange<Payload, Personal>, context: CommandContext): Promise<unknown>;
  /** The fields that a request would change, before and after. Without it, a request shows no comparison. */
  compare?(services: Pick<Essentials, 'log' | 'now'>, change: StoredChange<Payload, Personal>): Promise<BeforeAndAfter>;
  /** Records that the request's personal data was shown in full; by default as an administrative action. */
  recordReveal?(
    services: WithLog,
    change: StoredChange<Payload, Personal>,
    context: CommandContext,
  ): Promise<Position | undefined>;
}

/** Declares a kind of change with the types of its stored content. Without `personal` it has no personal data. */
export const approvedChange = <Payload, Personal = Record<string, never>>(
  change: Omit<ApprovedChange<Payload, Personal>, 'personal'> & { readonly personal?: z.ZodType<Personal> },
): ApprovedChange<Payload, Personal> => ({ personal: z.object({}) as z.ZodType as z.ZodType<Personal>, ...change });

async function isFinished(log: EventLog, approvalId: string): Promise<boolean> {
  const { state } = await load(log, approvalDecider, approvalStreamOf(approvalId), { personal: false });
  return state.status !== 'approved';
}

type ApprovedCommand<State, Command, Event extends DomainEvent> = Omit<Handling<State, Command, Event>, 'isDone'>;

/**
 * Like `handle`, once per approved change and stream: does nothing if the stream has an event of this approval or the
 * request is finished. Both are checked after loading at the revision of the append, so a process that hangs meets a
 * conflict and checks again (docs/decisions/0033). Further commands for the stream use `handleInSteps`.
 */
export function handleOnce<State, Command, Event extends DomainEvent>(
  log: EventLog,
  handling: ApprovedCommand<State, Command, Event>,
): Promise<Handled<State, Event>> {
  const { causationId: approvalId = '' } = handling.context;
  const isDone = async ({ events }: LoadedStream): Promise<boolean> =>
    events.some(({ metadata }) => metadata.causationId === approvalId) || isFinished(log, approvalId);
  return handle(log, { ...handling, isDone });
}

/**
 * Like `handleOnce`, repeated until the command leads to no event, e.g. for a payout of several appends. Its decider
 * must not decide an event twice. A process that hangs appends nothing once the change was carried out.
 */
export async function handleInSteps<State, Command, Event extends DomainEvent>(
  log: EventLog,
  handling: ApprovedCommand<State, Command, Event>,
): Promise<void> {
  const isDone = () => isFinished(log, handling.context.causationId ?? '');
  for (;;) {
    const { events } = await handle(log, { ...handling, isDone });
    if (events.length === 0) return;
  }
}
