import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { idFromStreamName } from '@fynbos/domain/decider.ts';
import { integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { RecordedEvent } from '@fynbos/event-store/port.ts';
import { reactionPosition } from '@fynbos/projections/engine/checkpoint.ts';
import type pg from 'pg';
import { handle, load } from '../handle.ts';
import { sealedAs } from '../integrators/calls-schema.ts';
import type { ErasureRecord } from './erasure-register.ts';
import { ERASURE_REACTION } from './reaction.ts';

/** Events after which a key is destroyed at once, because no later step needs it. */
const KEY_ENDING_EVENTS = [
  'ApprovalExecuted',
  'ApprovalFailed',
  'ApprovalRejected',
  'ApprovalWithdrawn',
  'IntegratorRemoved',
];
/** All events that end a key, including those after which a reaction first does its own work. */
const ALL_KEY_ENDING_EVENTS = [
  ...KEY_ENDING_EVENTS,
  'AgentForgotten',
  'ReferredPersonForgotten',
  'EnquirySenderForgotten',
  'TaxRecordDestroyed',
];

/** The subject of the key that an event ends: its stream, or for an integrator its refused items. */
const subjectOf = ({ type, streamId }: RecordedEvent): string =>
  type === 'IntegratorRemoved' ? sealedAs(idFromStreamName(integratorStreamOf, streamId)) : streamId;

/** Whether the erasure reaction, which needs the key, has yet to process an `AgentForgotten` event. */
async function pendingErasures(db: pg.Pool): Promise<(event: RecordedEvent) => boolean> {
  const until = await reactionPosition(db, ERASURE_REACTION);
  const { rows: blocked } = await db.query<{ key: string }>('select "key" from engine.parked where "projection" = $1', [
    ERASURE_REACTION,
  ]);
  const waiting = new Set(blocked.map(({ key }) => key));
  return ({ type, position, streamId }) =>
    type === 'AgentForgotten' && (until === null || position > until || waiting.has(streamId));
}

/**
 * An older backup of the keys may have restored keys of erased agents and finished records. Skips agents that the
 * erasure reaction has not processed: it needs the key to retain data and release claims. Returns the number of streams
 * processed. Throws `StoreUnavailable` and Postgres errors.
 */
export async function repeatErasures({ store, keys }: Pick<EventLog, 'store' | 'keys'>, db: pg.Pool): Promise<number> {
  const isLeft = await pendingErasures(db);
  let streams = 0;
  for await (const events of allPages(store, { types: ALL_KEY_ENDING_EVENTS })) {
    const over = events.filter((event) => !isLeft(event));
    for (const event of over) await keys.destroy(subjectOf(event));
    streams += over.length;
  }
  return streams;
}

/**
 * Destroys keys of decided requests and removed integrators that a crash left behind. Runs daily. Returns their number.
 */
export async function destroyRemainingKeys({
  store,
  keys,
}: Pick<EventLog, 'store' | 'keys'>): Promise<{ keys: number }> {
  let destroyed = 0;
  for await (const events of allPages(store, { types: KEY_ENDING_EVENTS })) {
    const live = await keys.keysFor(events.map(subjectOf), { create: false });
    for (const subject of live.keys()) await keys.destroy(subject);
    destroyed += live.size;
  }
  return { keys: destroyed };
}

/**
 * Records erasures that the checkpoint archive lists and a log restored from an older backup lacks. The reaction
 * completes them. Returns their number.
 */
export async function eraseListed(log: EventLog, listed: readonly ErasureRecord[], now: Date): Promise<number> {
  let people = 0;
  for (const { agentId, kept, keptUntil, ...erasure } of listed) {
    const person = agentStreamOf(agentId);
    const { state } = await load(log, agentDecider, person, { personal: false });
    if (state.status === 'none' || state.status === 'forgotten') continue;
    const context = {
      actor: { kind: 'system', id: 'restore' } as const,
      now,
      correlationId: `restore-${now.toISOString()}`,
      reason: 'Erased after the restored backup was made',
    };
    await handle(log, {
      decider: agentDecider,
      streamId: person,
      command: { type: 'Erase', kept, keptUntil, listed: erasure },
      context,
    });
    people++;
  }
  return people;
}
