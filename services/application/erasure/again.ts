import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { RecordedEvent } from '@fynbos/event-store/port.ts';
import { reactionPosition } from '@fynbos/projections/engine/checkpoint.ts';
import type pg from 'pg';
import { handle, load } from '../handle.ts';
import { sealedAs } from '../integrators/prune-calls.ts';
import type { ErasedPerson } from './list.ts';
import { FORGET } from './reaction.ts';

/** Events after which a key is gone for good, at once: nothing that follows needs it any more. */
const ENDINGS = ['ApprovalExecuted', 'ApprovalFailed', 'ApprovalRejected', 'ApprovalWithdrawn', 'IntegratorRemoved'];
/** Those, and the events after which it goes with what a reaction does first. */
const ALL_ENDINGS = [
  ...ENDINGS,
  'AgentForgotten',
  'ReferredPersonForgotten',
  'EnquirySenderForgotten',
  'TaxRecordDestroyed',
];

/** Whose key an ending means: that of its stream, and of an integrator that of its refused items. */
const subjectOf = ({ type, streamId }: RecordedEvent): string =>
  type === 'IntegratorRemoved' ? sealedAs(streamId.slice('integrator-'.length)) : streamId;

/** Tells of an agent who is forgotten whether the reaction still has to come to it, which needs the key. */
async function comesStill(db: pg.Pool): Promise<(event: RecordedEvent) => boolean> {
  const until = await reactionPosition(db, FORGET);
  const { rows: parked } = await db.query<{ key: string }>('select "key" from engine.parked where "projection" = $1', [
    FORGET,
  ]);
  const waiting = new Set(parked.map(({ key }) => key));
  return ({ type, position, streamId }) =>
    type === 'AgentForgotten' && (until === null || position > until || waiting.has(streamId));
}

/**
 * Destroys the keys of everybody whom the log says is forgotten, and of what is over: keys that came back with an older
 * backup of keys. Whom the reaction has still to forget it leaves to that: it puts apart what the law keeps and releases
 * claims, for which it needs the key. Gives how many streams it went through. Throws `StoreUnavailable` and what Postgres throws.
 */
export async function repeatErasures({ store, keys }: Pick<EventLog, 'store' | 'keys'>, db: pg.Pool): Promise<number> {
  const isLeft = await comesStill(db);
  let streams = 0;
  for await (const events of allPages(store, { types: ALL_ENDINGS })) {
    const over = events.filter((event) => !isLeft(event));
    for (const event of over) await keys.destroy(subjectOf(event));
    streams += over.length;
  }
  return streams;
}

/**
 * Destroys the keys that outlived what they were for: of requests that were decided and of integrators that were removed,
 * where a crash came between the event and the key's end. Gives how many there were. Once a day. Throws `StoreUnavailable`.
 */
export async function destroyRemainingKeys({
  store,
  keys,
}: Pick<EventLog, 'store' | 'keys'>): Promise<{ keys: number }> {
  let destroyed = 0;
  for await (const events of allPages(store, { types: ENDINGS })) {
    const live = await keys.keysFor(events.map(subjectOf), { create: false });
    for (const subject of live.keys()) await keys.destroy(subject);
    destroyed += live.size;
  }
  return { keys: destroyed };
}

/**
 * Forgets whom the second place lists as forgotten and the log does not, because it is that of a backup of before: on record
 * now, and carried out whole by the reaction once the product runs. Gives how many they were. Throws `StoreUnavailable`.
 */
export async function eraseListed(log: EventLog, listed: readonly ErasedPerson[], now: Date): Promise<number> {
  let people = 0;
  for (const { agentId, forgottenAt, ...facts } of listed) {
    const person = agentStream(agentId);
    const { state } = await load(log, agentDecider, person, { personal: false });
    if (state.status === 'none' || state.status === 'forgotten') continue;
    const context = {
      ...{ actor: { kind: 'system', id: 'restore' } as const, now, correlationId: `restore-${now.toISOString()}` },
      reason: 'Forgotten after the backup that was restored',
    };
    await handle(log, agentDecider, person, { type: 'Forget', at: forgottenAt, ...facts }, context);
    people++;
  }
  return people;
}
