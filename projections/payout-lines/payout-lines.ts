import { amounts, instant } from '@fynbos/domain/event-schema.ts';
import type { PayoutLine, PayoutRunEvent } from '@fynbos/domain/payout-run/events.ts';
import { NOT_SENT } from '@fynbos/domain/payout-run/reasons.ts';
import { z } from 'zod';
import { blankRow } from '../engine/columns.ts';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';

/** An agent in a run: a line with its amounts and state, or the reason for its absence. */
export const payoutLineRow = z.object({
  /** `{runId}:{agentId}` */
  id: z.string(),
  runId: z.string(),
  agentId: z.int32(),
  /** A line of a cancelled run stays frozen; the run's own status shows that it is not paid. */
  state: z.enum(['frozen', 'dropped', 'paid', 'failed', 'returned', 'left-out']),
  reason: z.string().nullable(),
  ...amounts.shape,
  rewards: z.int32(),
  treatment: z.string().nullable(),
  /** Johannesburg day of the last settlement. */
  settledOn: z.iso.date().nullable(),
  /** The bank's day of the payment; it stays when the payment is returned. */
  paidOn: z.iso.date().nullable(),
  /** Contradicts the recorded result, until that is corrected; empty where an earlier release ignored it. */
  ignoredResult: z.string().nullable(),
  ignoredAt: instant.nullable(),
  updatedAt: instant,
});
export type PayoutLineRow = z.output<typeof payoutLineRow>;

const BLANK = blankRow(payoutLineRow);

/** They name lines. A chunk's events name only lines that leave it; the others are sent with the run. */
type LineEvent = Extract<
  PayoutRunEvent,
  { type: 'PayoutLinesFrozen' | 'PayoutLinesChecked' | 'PayoutLinesSettled' | 'PayoutResultCorrected' }
>;
type Change = Partial<PayoutLineRow> & Pick<PayoutLineRow, 'agentId'>;

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
  ignoredResult: null,
  ignoredAt: null,
  ...more,
});

/** Whether two results mean the same for the agent: paid, or not paid. */
const isSameForAgent = (recorded: string, said: string): boolean =>
  recorded !== NOT_SENT && (recorded === 'paid') === (said === 'paid');

/** The change of each line that an event names. */
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
        ...data.ignored.flatMap(({ agentId, reason, said }): Change[] =>
          said && isSameForAgent(reason, said) ? [] : [{ agentId, ignoredResult: said ?? '' }],
        ),
        ...data.paid.map((line) => changeOf(line, 'paid', { settledOn: data.on, paidOn: data.on })),
        ...data.failed.map((line) => changeOf(line, 'failed', { settledOn: data.on, reason: line.reason })),
        ...data.returned.map((line) => changeOf(line, 'returned', { settledOn: data.on, reason: line.reason })),
      ]);
    case 'PayoutResultCorrected': {
      const { line, to, on, reason } = data;
      return byAgent([changeOf(line, to, { settledOn: on, paidOn: on, reason: to === 'paid' ? null : reason })]);
    }
  }
}

const byAgent = (changes: readonly Change[]): ReadonlyMap<number, Change> =>
  new Map(changes.map((each) => [each.agentId, each]));

const changesByEvent = new WeakMap<object, ReadonlyMap<number, Change>>();
/** `changesIn`, computed once per event. */
const cached = (event: LineEvent): ReadonlyMap<number, Change> => {
  const stored = changesByEvent.get(event.data);
  if (stored) return stored;
  const changes = changesIn(event);
  changesByEvent.set(event.data, changes);
  return changes;
};

const lineId = (runId: string, agentId: number): string => `${runId}:${agentId}`;

function change(row: PayoutLineRow | null, event: FoldEvent<LineEvent>, key: string): PayoutLineRow | null {
  const agentId = Number(key.slice(key.lastIndexOf(':') + 1));
  const changes = cached(event).get(agentId);
  if (!changes) return row;
  const before = row ?? { ...BLANK, state: 'frozen' as const };
  const at = event.metadata.recordedAt;
  const ignoredAt = changes.ignoredResult == null ? before.ignoredAt : at;
  const next = { ...before, ignoredAt, ...changes, id: key, runId: event.data.runId };
  // An ignored response does not change the line.
  return { ...next, updatedAt: changes.state === undefined ? (row?.updatedAt ?? at) : at };
}

export const payoutLines = defineProjection<PayoutLineRow, LineEvent>({
  name: 'payout-lines',
  version: 2,
  row: payoutLineRow,
  primaryKey: 'id',
  indexes: ['("runId", "agentId")', '("agentId")'],
  keys: (event) => [...cached(event).keys()].map((agentId) => lineId(event.data.runId, agentId)),
  handlers: {
    PayoutLinesFrozen: change,
    PayoutLinesChecked: change,
    PayoutLinesSettled: change,
    PayoutResultCorrected: change,
  },
});
