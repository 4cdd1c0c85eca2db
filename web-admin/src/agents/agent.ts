import type { ListedAgent, ShownAgent } from '@fynbos/api/agents/answers.ts';
import type { RaRecord } from 'react-admin';

/** An agent as lists return it. A single agent also includes the fields that the forms need. */
export type Agent = Omit<ListedAgent, 'employerConsent' | 'idNumberEnding' | 'accountEnding'> &
  Pick<ListedAgent | ShownAgent, 'employerConsent'> &
  Partial<Pick<ShownAgent, 'emailAddressPending' | 'idNumber' | 'taxNumber' | 'bank'>>;

/** Fields of the edit form. Conflict resolution compares the same fields. */
export const AGENT_FIELDS = [
  'title',
  'initials',
  'firstName',
  'surname',
  'emailAddress',
  'cellNumber',
  'taxCountry',
  'idNumber',
  'taxNumber',
  'agencyName',
  'iataNumber',
  'physicalAddressLine1',
  'physicalAddressLine2',
  'physicalAddressLine3',
  'postalCode',
  'telephoneNumber',
] as const;

/** Values of the edit form for an agent, including the version that the form opens with. */
export const agentForm = (agent: RaRecord): RaRecord => ({
  id: agent.id,
  version: agent.version,
  ...Object.fromEntries(AGENT_FIELDS.map((field) => [field, agent[field] ?? ''])),
});

export const nameOf = ({ title, firstName, surname }: Pick<Agent, 'title' | 'firstName' | 'surname'>): string =>
  `${title} ${firstName} ${surname}`.trim();
