import { approvalDecider, approvalStream } from '@fynbos/domain/approval/approval.ts';
import type { CommandContext, DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type HandleOptions, load } from '../handle.ts';

/**
 * Makes a command of an approved change idempotent: it does nothing if its stream already has an event caused by this
 * approval, or if the request is finished.
 * Both are checked after loading the stream at the revision of the append. A process that hangs in between therefore
 * meets a conflict and checks again (docs/decisions/0033).
 * `makes`: every type of event that this command may append. No other command of the same change may append them.
 */
export const once = <Event extends DomainEvent>(
  log: EventLog,
  { causationId: approvalId = '' }: CommandContext,
  ...makes: readonly Event['type'][]
): Pick<HandleOptions, 'isDone'> => ({
  async isDone({ events }) {
    const isMade = events.some(({ type, metadata }) => metadata.causationId === approvalId && makes.includes(type));
    if (isMade) return true;
    const { state } = await load(log, approvalDecider, approvalStream(approvalId), { personal: false });
    return state.status !== 'approved';
  },
});
