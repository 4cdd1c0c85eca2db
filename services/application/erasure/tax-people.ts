import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { retainedStreamOf, retentionDecider } from '@fynbos/domain/retention/retention.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { loadAgents } from '../agents/load-agent.ts';
import { loadMany } from '../handle.ts';

/** Details of an erased person that are not retained. */
const NOT_KEPT: AgentDetails = {
  idNumber: '',
  idType: '',
  title: '',
  initials: '',
  firstName: '',
  surname: '',
  emailAddress: '',
  cellNumber: '',
  countryDialCode: '',
  taxCountry: 'RSA',
  taxNumber: '',
  countryOfIssue: '',
  rentalCo: '',
  communicationMethod: 'E',
  telephoneNumber: '',
  iataNumber: '',
  agencyName: '',
  postalCode: '',
  physicalAddressLine1: '',
  physicalAddressLine2: '',
  physicalAddressLine3: '',
};

/**
 * Loads the tax details of many agents in one round trip, or two if some were erased. For erased agents it returns the
 * retained data while it exists. Throws `StoreUnavailable`.
 */
export async function loadTaxPeople(
  log: EventLog,
  agentIds: readonly number[],
): Promise<ReadonlyMap<number, AgentState>> {
  const agents = new Map(await loadAgents(log, agentIds));
  const forgotten = agentIds.filter((agentId) => agents.get(agentId)?.status === 'forgotten');
  if (forgotten.length === 0) return agents;
  const taxRecords = await loadMany(log, retentionDecider, forgotten.map(retainedStreamOf));
  for (const agentId of forgotten) {
    const record = taxRecords.get(retainedStreamOf(agentId))?.state;
    const person = record?.status === 'retained' ? record.person : null;
    const agent = agents.get(agentId);
    if (!person || !agent) continue;
    const taxCountry = person.taxCountry as AgentDetails['taxCountry'];
    agents.set(agentId, { ...agent, details: { ...NOT_KEPT, ...person, taxCountry } });
  }
  return agents;
}
