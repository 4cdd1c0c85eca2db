import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { ORDINARY_TREATMENT, type TaxTreatment, treatmentOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { policyOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { isUntaxed } from '@fynbos/domain/tax/certifiable-years.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';
import { loadPolicy } from '../reward-policy/current-policy.ts';

async function knownAgent(log: EventLog, agentId: string): Promise<AgentState> {
  const { state } = await load(log, agentDecider, agentStreamOf(agentId), { personal: false });
  if (state.status === 'none') throw new DomainError('not-found', 'agent.unknown', 'Agent not found.');
  return state;
}

/** An agent's tax treatment today, and all treatments with their first day. Throws `agent.unknown`. */
export async function taxTreatments(log: EventLog, agentId: string, now: Date) {
  const { treatments } = await knownAgent(log, agentId);
  return { current: treatmentOn(treatments, dayOf(now)), ordinary: ORDINARY_TREATMENT, treatments };
}

const percent = (rate: number): string => `${Number((rate * 100).toFixed(2))} %`;

/**
 * Checks a treatment before its approval is requested: only a directive and a non-resident have a rate of their own (T1).
 * Throws `agent.unknown`, and `tax.rate` for a rate that would not be used.
 */
export async function assertTreatment(
  log: EventLog,
  agentId: string,
  effectiveFrom: Day,
  { kind, rate }: TaxTreatment,
): Promise<void> {
  await knownAgent(log, agentId);
  const reject = (message: string): never => {
    throw new DomainError('invalid', 'tax.rate', message, [{ field: 'treatment', message }]);
  };
  if (isUntaxed(kind) && rate !== 0) reject('This treatment has no deduction. Its rate must be 0 %.');
  if (kind !== ORDINARY_TREATMENT.kind || rate === ORDINARY_TREATMENT.rate) return;
  const { payeRate } = policyOn(await loadPolicy(log), effectiveFrom).terms;
  if (rate !== payeRate) reject(`Under PAYE the rate of the reward policy applies: ${percent(payeRate)}.`);
}
