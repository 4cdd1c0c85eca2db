import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import type { SignalEvent } from '@fynbos/domain/signal/events.ts';
import type { Projection } from '../engine/projection.ts';

/** A hold on payments to an agent, or a signal that finance may make one of, and how it ended. */
export interface HoldRow {
  /** `{agentId}:{holdId}` */
  id: string;
  agentId: number;
  holdId: string;
  /** What raised it: `Finance`, or the name of a signal. */
  signal: string;
  reason: string;
  placedOn: string;
  placedBy: string;
  /** `flagged`: raised and not decided; `open`: payments are held. */
  status: 'flagged' | 'open' | 'released' | 'dismissed';
  /** What a signal saw, and the reservations that it rests on; null for a hold that finance placed by itself. */
  finding: string | null;
  evidence: readonly string[];
  releasedOn: string | null;
  releasedBy: string | null;
  releaseReason: string | null;
  updatedAt: string;
}

type HoldEvent = AccountEventOf<'PayoutHoldPlaced' | 'PayoutHoldReleased'> | SignalEvent;

const idOf = (data: HoldEvent['data']): string => ('holdId' in data ? data.holdId : data.signalId);

/** Read model `holds`, by agent and hold: the queue of finance. A signal and the hold that is made of it share their id. */
export const holds: Projection<HoldRow, HoldEvent> = {
  name: 'holds',
  version: 2,
  eventTypes: ['PayoutHoldPlaced', 'PayoutHoldReleased', 'SignalRaised', 'SignalDismissed'],
  table: {
    columns: {
      id: 'text',
      agentId: 'integer',
      holdId: 'text',
      signal: 'text',
      reason: 'text',
      placedOn: 'text',
      placedBy: 'text',
      status: 'text',
      finding: 'text',
      evidence: 'json',
      releasedOn: 'text',
      releasedBy: 'text',
      releaseReason: 'text',
      updatedAt: 'text',
    },
    primaryKey: 'id',
    indexes: ['("status", "updatedAt")', '("agentId")'],
  },
  keys: ({ data }) => [`${data.agentId}:${idOf(data)}`],
  evolve: (row, event, key) => {
    const { agentId, on } = event.data;
    const { actor, recordedAt: updatedAt } = event.metadata;
    const by = `${actor.kind} ${actor.id}`;
    const holdId = idOf(event.data);
    const begun = { id: key, agentId, holdId, placedOn: on, placedBy: by, updatedAt };
    const undecided = { releasedOn: null, releasedBy: null, releaseReason: null };
    const { type, data } = event as unknown as HoldEvent;
    switch (type) {
      case 'SignalRaised': {
        const { signal, finding, evidence } = data;
        return { ...begun, ...undecided, signal, reason: finding, finding, evidence, status: 'flagged' };
      }
      case 'PayoutHoldPlaced': {
        const { signal, reason } = data;
        const { finding, evidence } = row ?? { finding: null, evidence: [] };
        return { ...begun, ...undecided, signal, reason, finding, evidence, status: 'open' };
      }
      default: {
        if (!row) throw new Error('a hold or signal ended that was never there');
        const status = type === 'SignalDismissed' ? 'dismissed' : 'released';
        return { ...row, status, releasedOn: on, releasedBy: by, releaseReason: data.reason, updatedAt };
      }
    }
  },
};
