import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

export interface FullNumbers {
  readonly idNumber: string;
  readonly taxNumber: string;
  readonly bankAccountNumber: string;
  readonly position: Position | undefined;
}

/**
 * Returns an agent's full ID, tax and account numbers after recording that they were viewed or exported. Throws
 * `agent.unknown`.
 */
export async function viewFullNumbers(
  { log }: Pick<Application, 'log'>,
  agentId: number | string,
  how: 'viewed' | 'exported',
  context: CommandContext,
): Promise<FullNumbers> {
  const fields = ['idNumber', 'taxNumber', 'bankAccountNumber'] as const;
  const command = { type: 'RecordNumbersViewed', at: context.now.toISOString(), fields, how } as const;
  const { state, position } = await handle(log, agentDecider, agentStream(agentId), command, context);
  return {
    idNumber: state.details?.idNumber ?? '',
    taxNumber: state.details?.taxNumber ?? '',
    bankAccountNumber: state.bank?.bankAccountNumber ?? '',
    position,
  };
}
