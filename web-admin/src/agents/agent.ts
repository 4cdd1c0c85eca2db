import type { ListedAgent, ShownAgent } from '@fynbos/api/agents/answers.ts';
import type { RaRecord } from 'react-admin';
import { EDITED_AGENT_FIELDS } from '../components/field.ts';

export type Agent = Omit<ListedAgent, 'idNumberEnding' | 'accountEnding'> &
  Partial<Pick<ShownAgent, 'emailAddressPending' | 'idNumber' | 'taxNumber' | 'bank'>>;

/** Values of the edit form for an agent, including the version that the form opens with. */
export const agentForm = (agent: RaRecord): RaRecord => ({
  id: agent.id,
  version: agent.version,
  ...Object.fromEntries(EDITED_AGENT_FIELDS.map((field) => [field, agent[field] ?? ''])),
});

export const nameOf = ({ title, firstName, surname }: Pick<Agent, 'title' | 'firstName' | 'surname'>): string =>
  `${title} ${firstName} ${surname}`.trim();
