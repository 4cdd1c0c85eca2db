import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { type Finding, signalDecider, signalStreamOf } from '@fynbos/domain/signal/signal.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle } from '../handle.ts';

/** Raises findings, each one once however often it is found. Returns the positions of new signals. */
export async function raise(
  log: EventLog,
  findings: readonly Finding[],
  context: CommandContext,
): Promise<readonly Position[]> {
  const positions: Position[] = [];
  for (const finding of findings) {
    const stream = signalStreamOf(finding.agentId, finding.signalId);
    const command = { type: 'RaiseSignal', today: dayOf(context.now), ...finding } as const;
    const { position } = await handle(log, signalDecider, stream, command, context);
    if (position !== undefined) positions.push(position);
  }
  return positions;
}
