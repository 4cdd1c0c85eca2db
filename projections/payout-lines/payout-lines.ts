import type { PayoutLine, PayoutRunEvent } from '@fynbos/domain/payout-run/events.ts';
import type { Projection } from '../engine/projection.ts';

/** An agent in a run: a line with its amounts and what became of it, or why there is none. */
export interface PayoutLineRow {
  /** `{runId}:{agentId}` */
  id: string;
  runId: string;
  agentId: number;
  /** A line of a cancelled run stays frozen: the run's own status says that nothing comes of it. */
  state: 'frozen' | 'dropped' | 'paid' | 'failed' | 'returned' | 'left-out';
  reason: string | null;
  grossCents: number;
  payeCents: number;
  nettCents: number;
  rewards: number;
  treatment: string | null;
  /** Johannesburg day on which it was settled last. */
  settledOn: string | null;
  updatedAt: string;
}

/** The events that speak of single lines. A chunk names the lines that leave it; what stays is sent with the run. */
type LineEvent = Extract<PayoutRunEvent, { type: 'PayoutLinesFrozen' | 'PayoutLinesChecked' | 'PayoutLinesSettled' }>;
type Change = Partial<PayoutLineRow> & Pick<PayoutLineRow, 'agentId' | 'state'>;

const changeOf = (
  { agentId, grossCents, payeCents, nettCents, rewards, treatment }: PayoutLine,
  state: PayoutLineRow['state'],
  more: Partial<PayoutLineRow> = {},
): Change => ({
  agentId,
  state,
  grossCents,
  payeCents,
  nettCents,
  rewards,
  treatment,
  reason: null,
  ...more,
});

/** What an event says of each line that it names. Made once an event, though it is asked for by line. */
function changesIn({ type, data }: LineEvent): ReadonlyMap<number, Change> {
  switch (type) {
    case 'PayoutLinesFrozen':
      return byAgent([
        ...data.lines.map((line) => changeOf(line, 'frozen')),
        ...data.leftOut.map(
          ({ agentId, reason, balanceCents }): Change => ({
            agentId,
            state: 'left-out',
            reason,
            nettCents: balanceCents,
          }),
        ),
      ]);
    case 'PayoutLinesChecked':
      return byAgent(data.dropped.map((line) => changeOf(line, 'dropped', { reason: line.reason })));
    case 'PayoutLinesSettled':
      return byAgent([
        ...data.paid.map((line) => changeOf(line, 'paid', { settledOn: data.on })),
        ...data.failed.map((line) => changeOf(line, 'failed', { settledOn: data.on, reason: line.reason })),
        ...data.returned.map((line) => changeOf(line, 'returned', { settledOn: data.on, reason: line.reason })),
      ]);
  }
}

const byAgent = (changes: readonly Change[]): ReadonlyMap<number, Change> =>
  new Map(changes.map((each) => [each.agentId, each]));

const made = new WeakMap<object, ReadonlyMap<number, Change>>();
const cached = (event: LineEvent): ReadonlyMap<number, Change> => {
  const known = made.get(event.data);
  if (known) return known;
  const changes = changesIn(event);
  made.set(event.data, changes);
  return changes;
};

const lineId = (runId: string, agentId: number): string => `${runId}:${agentId}`;

/** Read model `payout-lines`, by run and agent. */
export const payoutLines: Projection<PayoutLineRow, LineEvent> = {
  name: 'payout-lines',
  version: 1,
  eventTypes: ['PayoutLinesFrozen', 'PayoutLinesChecked', 'PayoutLinesSettled'],
  table: {
    columns: {
      id: 'text',
      runId: 'text',
      agentId: 'integer',
      state: 'text',
      reason: 'text',
      grossCents: 'bigint',
      payeCents: 'bigint',
      nettCents: 'bigint',
      rewards: 'integer',
      treatment: 'text',
      settledOn: 'text',
      updatedAt: 'text',
    },
    primaryKey: 'id',
    indexes: ['("runId", "agentId")', '("agentId")'],
  },
  keys: (event) => [...cached(event as LineEvent).keys()].map((agentId) => lineId(event.data.runId, agentId)),
  evolve: (row, event, key) => {
    const agentId = Number(key.slice(key.lastIndexOf(':') + 1));
    const change = cached(event as LineEvent).get(agentId);
    if (!change) return row;
    const before = row ?? {
      grossCents: 0,
      payeCents: 0,
      nettCents: 0,
      rewards: 0,
      treatment: null,
      reason: null,
      settledOn: null,
    };
    return { ...before, ...change, id: key, runId: event.data.runId, updatedAt: event.metadata.recordedAt };
  },
};
