import { type HandleOptions, load } from '@fynbos/application/handle.ts';
import { approvalDecider, approvalStream } from '@fynbos/domain/approval/approval.ts';
import type { CommandContext, DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';

/**
 * Has a step of an approved change made once, whoever comes to make it and however late: not where its stream has what the
 * step makes because of this request, and not where the request is over. Both are looked at after the stream was loaded at
 * the revision at which the step is appended, so a process that hangs anywhere between meets a conflict and looks again
 * (docs/decisions/0033). `makes`: every type of event that the step may append, and none that another step of it may.
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
