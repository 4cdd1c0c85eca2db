import { instant } from '@fynbos/domain/event-schema.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import type { SignalEvent } from '@fynbos/domain/signal/signal.ts';
import { z } from 'zod';
import { blankRow } from '../engine/columns.ts';
import { defineProjection, type FoldEvent, requireRow } from '../engine/projection.ts';

/** A hold on payments to an agent, or a signal that finance may turn into one, and how it ended. */
export const holdRow = z.object({
  /** `{agentId}:{holdId}` */
  id: z.string(),
  agentId: z.int32(),
  holdId: z.string(),
  /** `Finance`, or the name of the signal that raised it. */
  signal: z.string(),
  reason: z.string(),
  /** The day of the signal, or of the hold once there is one. */
  placedOn: z.iso.date(),
  /** The day of the signal; null for a hold that no signal raised. */
  raisedOn: z.iso.date().nullable(),
  /** The day from which payments are held; null for a signal that was not turned into a hold. */
  heldOn: z.iso.date().nullable(),
  placedBy: z.string(),
  /** `flagged`: raised and undecided; `open`: payments are held. */
  status: z.enum(['flagged', 'open', 'released', 'dismissed']),
  /** The signal's finding, and the reservations that show it; null for a hold that finance placed without a signal. */
  finding: z.string().nullable(),
  /** Reservation numbers. */
  evidence: z.array(z.string()),
  releasedOn: z.iso.date().nullable(),
  releasedBy: z.string().nullable(),
  releaseReason: z.string().nullable(),
  updatedAt: instant,
});
export type HoldRow = z.output<typeof holdRow>;

type HoldEvent = AccountEventOf<'PayoutHoldPlaced' | 'PayoutHoldReleased'> | SignalEvent;

type EndEvent = Extract<HoldEvent, { type: 'PayoutHoldReleased' | 'SignalDismissed' }>;

const actorOf = ({ actor }: FoldEvent['metadata']): string => `${actor.kind} ${actor.id}`;

const idOf = (data: HoldEvent['data']): string => ('holdId' in data ? data.holdId : data.signalId);

/** A new row, or the restart of an existing one. */
const newRow = (key: string, { data, metadata }: FoldEvent<HoldEvent>) => ({
  ...blankRow(holdRow),
  id: key,
  agentId: data.agentId,
  holdId: idOf(data),
  placedOn: data.on,
  placedBy: actorOf(metadata),
  updatedAt: metadata.recordedAt,
});

const ended = (
  row: HoldRow | null,
  { data, metadata }: FoldEvent<EndEvent>,
  status: 'released' | 'dismissed',
): HoldRow => ({
  ...requireRow(row),
  status,
  releasedOn: data.on,
  releasedBy: actorOf(metadata),
  releaseReason: data.reason,
  updatedAt: metadata.recordedAt,
});

/** Read model `holds`, by agent and hold: finance's queue. A signal and the hold made from it share their id. */
export const holds = defineProjection<HoldRow, HoldEvent>({
  name: 'holds',
  version: 3,
  row: holdRow,
  primaryKey: 'id',
  indexes: ['("status", "updatedAt")', '("agentId")'],
  keys: ({ data }) => [`${data.agentId}:${idOf(data)}`],
  handlers: {
    SignalRaised: (_row, event, key) => {
      const { signal, finding, evidence } = event.data;
      return {
        ...newRow(key, event),
        raisedOn: event.data.on,
        signal,
        reason: finding,
        finding,
        evidence,
        status: 'flagged',
      };
    },
    PayoutHoldPlaced: (row, event, key) => {
      const { signal, reason, on } = event.data;
      const { finding, evidence } = row ?? { finding: null, evidence: [] };
      const raisedOn = row?.status === 'flagged' ? row.raisedOn : null;
      return { ...newRow(key, event), raisedOn, heldOn: on, signal, reason, finding, evidence, status: 'open' };
    },
    PayoutHoldReleased: (row, event) => ended(row, event, 'released'),
    SignalDismissed: (row, event) => ended(row, event, 'dismissed'),
  },
});
