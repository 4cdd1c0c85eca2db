import { type AgentDetails, NO_DETAILS } from '@fynbos/domain/agent/details.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { retainedStreamOf, retentionDecider } from '@fynbos/domain/retention/retention.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { loadAgents } from '../agents/load-agent.ts';
import { loadMany } from '../handle.ts';

/** An agent as certificates and the file for SARS name them; without details where none are retained. */
export type TaxRecipient = Pick<AgentState, 'loyaltyTrackingNo' | 'bank' | 'details'>;

/** One round trip, or two if some were erased: the second reads the retained data, while it exists. */
export async function loadTaxPeople(
  log: EventLog,
  agentIds: readonly number[],
): Promise<ReadonlyMap<number, TaxRecipient>> {
  const agents = await loadAgents(log, agentIds);
  const recipients = new Map<number, TaxRecipient>(agents);
  const forgotten = agentIds.filter((agentId) => agents.get(agentId)?.status === 'forgotten');
  if (forgotten.length === 0) return recipients;
  const taxRecords = await loadMany(log, retentionDecider, forgotten.map(retainedStreamOf));
  for (const agentId of forgotten) {
    const record = taxRecords.get(retainedStreamOf(agentId))?.state;
    const person = record?.status === 'retained' ? record.person : null;
    const agent = agents.get(agentId);
    if (!person || !agent) continue;
    const taxCountry = person.taxCountry as AgentDetails['taxCountry'];
    recipients.set(agentId, { ...agent, details: { ...NO_DETAILS, ...person, taxCountry } });
  }
  return recipients;
}
