import { approvalDecider, approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { load } from '../handle.ts';

/** How long to wait for the execution of an approval, which usually takes tens of milliseconds. */
const WAIT_MS = 5_000;
const POLL_MS = 100;

/** The outcome of an approved change. */
export type Outcome =
  | { readonly status: 'executed'; readonly position: Position }
  | { readonly status: 'failed'; readonly position: Position; readonly failure: string };

/** The outcome of an approved request, or null if it is not recorded yet. */
async function outcomeOf(log: EventLog, approvalId: string): Promise<Outcome | null> {
  const { state, stream } = await load(log, approvalDecider, approvalStreamOf(approvalId), { personal: false });
  const position = stream.events.at(-1)?.position;
  if (position === undefined) return null;
  if (state.status === 'executed') return { status: 'executed', position };
  return state.status === 'failed' ? { status: 'failed', position, failure: state.failure } : null;
}

/**
 * Waits up to five seconds until the process manager has carried out an approved change. Returns null if it has not,
 * or if the event store is unavailable; the change is then carried out later.
 */
export async function waitForOutcome({ log }: { log: EventLog }, approvalId: string): Promise<Outcome | null> {
  const end = performance.now() + WAIT_MS;
  try {
    for (;;) {
      // Started before the check, so that an append during the check ends the wait at once.
      const news = log.store.waitForAppend(POLL_MS);
      const outcome = await outcomeOf(log, approvalId);
      if (outcome || performance.now() >= end) return outcome;
      await news;
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) return null;
    throw error;
  }
}
