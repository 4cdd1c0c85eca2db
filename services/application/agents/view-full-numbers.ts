import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { type Handled, handle } from '../handle.ts';
import type { Application } from '../services.ts';

export interface FullNumbers {
  readonly idNumber: string;
  readonly taxNumber: string;
  readonly bankAccountNumber: string;
  readonly position: Position | undefined;
}

type Field = Extract<AgentEvent, { type: 'NumbersViewed' }>['data']['fields'][number];
type How = 'viewed' | 'exported';

/** Records that full numbers of an agent were viewed or exported (X6). Throws `agent.unknown`. */
export const recordNumbersViewed = (
  { log }: Pick<Application, 'log'>,
  agentId: number | string,
  fields: readonly Field[],
  how: How,
  context: CommandContext,
): Promise<Handled<AgentState, AgentEvent>> => {
  const command = { type: 'RecordNumbersViewed', fields, how } as const;
  return handle(log, agentDecider, agentStreamOf(agentId), command, context);
};

/**
 * Returns an agent's full ID, tax and account numbers after recording that they were viewed or exported. Throws
 * `agent.unknown`.
 */
export async function viewFullNumbers(
  app: Pick<Application, 'log'>,
  agentId: number | string,
  how: How,
  context: CommandContext,
): Promise<FullNumbers> {
  const fields = ['idNumber', 'taxNumber', 'bankAccountNumber'] as const;
  const { state, position } = await recordNumbersViewed(app, agentId, fields, how, context);
  return {
    idNumber: state.details?.idNumber ?? '',
    taxNumber: state.details?.taxNumber ?? '',
    bankAccountNumber: state.bank?.bankAccountNumber ?? '',
    position,
  };
}
