import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { type Finding, signalDecider, signalStreamOf } from '@fynbos/domain/signal/signal.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle } from '../handle.ts';

/** Raises what was found, each thing once however often it is found. Gives the positions of what is new. */
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
