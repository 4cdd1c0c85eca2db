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
  /**
   * The schema of the stored content. Requests of older releases may still be waiting, so new fields must be optional.
   */
  readonly payload: z.ZodType<Payload>;
  readonly personal: z.ZodType<Personal>;
  /**
   * Makes the change against the current state. Throws a `DomainError` if it is no longer possible. It may be called
   * again after a crash and by two processes at the same time, so each of its commands goes through `handleOnce` or
   * `handleInSteps`. Events carry the reason of the context, which is that of the request.
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

/** Whether an approved change was already carried out, by this or another process. */
async function isFinished(log: EventLog, approvalId: string): Promise<boolean> {
  const { state } = await load(log, approvalDecider, approvalStreamOf(approvalId), { personal: false });
  return state.status !== 'approved';
}

type ApprovedCommand<State, Command, Event extends DomainEvent> = Omit<Handling<State, Command, Event>, 'isDone'>;

/**
 * As `handle`, for the first or only command of an approved change for a stream, which is carried out once: it does
 * nothing if the stream already has an event caused by this approval, or if the request is finished. Both are checked
 * after loading the stream at the revision of the append. A process that hangs in between therefore meets a conflict
 * and checks again (docs/decisions/0033). A further command for the stream goes through `handleInSteps`.
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
 * As `handleOnce`, for a command that is repeated until it leads to no event, for example because a large payout needs
 * several appends. Its decider must not decide the same event twice. A process that hangs in between appends nothing
 * after the change was carried out.
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
