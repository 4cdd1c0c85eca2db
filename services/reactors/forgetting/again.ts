import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';

/** Events after which the key of their stream is gone for good. */
const ENDINGS = [
  'AgentForgotten',
  'ReferredPersonForgotten',
  'EnquirySenderForgotten',
  'TaxRecordDestroyed',
  'ApprovalExecuted',
  'ApprovalFailed',
  'ApprovalRejected',
  'ApprovalWithdrawn',
];
const PAGE = 1_000;

/**
 * Destroys the keys of everybody whom the log says is forgotten: keys that came back with an older backup of keys. Gives
 * how many streams it went through. Throws `StoreUnavailable`.
 */
export async function forgetAgain({ store, keys }: Pick<EventLog, 'store' | 'keys'>): Promise<number> {
  let streams = 0;
  for (let from: Position | undefined; ; ) {
    const page = await store.readAll({
      ...(from === undefined ? {} : { from }),
      limit: PAGE,
      filter: { types: ENDINGS },
    });
    for (const { streamId } of page.events) await keys.destroy(streamId);
    streams += page.events.length;
    if (page.atEnd) return streams;
    from = page.next;
  }
}
