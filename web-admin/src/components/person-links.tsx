import { type RaRecord, useGetManyAggregate, useReference } from 'react-admin';
import { useMayOpen } from '../api/use-may.ts';
import { words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { TextLink } from './texts.tsx';

/** A person as the lists of agents and administrators return them. */
export interface Named {
  readonly name?: string;
  readonly title?: string;
  readonly firstName?: string;
  readonly surname?: string;
}

/** Formats the name of an agent (`Ms Ashleigh Abrahams`) or an administrator. */
export const personName = (person: Named | null | undefined): string =>
  person?.name ?? [person?.title, person?.firstName, person?.surname].filter(Boolean).join(' ');

/** `agent 7`, `Agents 7 and 8`: stored texts name agents by number, because names are personal data. */
const AGENT_IDS = /\b[Aa]gents? (\d+(?:(?:, | and )\d+)*)/;

/** Splits a stored text into words and the numbers of the agents it names. */
export const splitAtAgents = (text: string): readonly (string | number)[] =>
  text
    .split(AGENT_IDS)
    // The odd parts are lists of numbers.
    .flatMap((part, at) => (at % 2 === 0 ? [part] : part.split(/(\d+)/).map((each) => Number(each) || each)))
    .filter((part) => part !== '');

/** Returns a stored text with the names of its agents; the numbers until the names are loaded. */
export function useTextWithAgentNames(text: string): string {
  const parts = splitAtAgents(text);
  const ids = parts.filter((part) => typeof part === 'number');
  const enabled = useMayOpen()('/travel-agents') && ids.length > 0;
  const { data } = useGetManyAggregate<RaRecord & Named>('travel-agents', { ids }, { enabled });
  const nameOf = (id: number): string => personName(data?.find((record) => record?.id === id)) || `agent ${id}`;
  return parts.map((part) => (typeof part === 'number' ? nameOf(part) : part)).join('');
}

/** A stored text with the names of its agents. It is data, so no language translates it. */
export function TextWithAgentNames({ text }: { text: string }) {
  return <span translate="no">{useTextWithAgentNames(text)}</span>;
}

/** Who may not open the record sees `fallback`; the name is not requested, because refused calls are audited. */
export function NamedLink({
  reference,
  id,
  to,
  fallback,
  nameOf = personName,
}: {
  reference: string;
  id: string | number;
  to: string;
  fallback: string;
  nameOf?: (record: (RaRecord & Named) | undefined) => string;
}) {
  const mayOpen = useMayOpen()(to);
  const { referenceRecord } = useReference<RaRecord & Named>({ reference, id, options: { enabled: mayOpen } });
  const name = nameOf(referenceRecord) || <T values={{ id }}>{fallback}</T>;
  return mayOpen ? <TextLink to={to} text={name} /> : name;
}

/** Links an agent's name to the record. Several links on a page are fetched in one call. */
export const AgentLink = ({ id, tab }: { id: number; tab?: string }) => (
  <NamedLink
    fallback="Agent %{id}"
    id={id}
    reference="travel-agents"
    to={`/travel-agents/${id}${tab ? `?tab=${tab}` : ''}`}
  />
);

export const AdminLink = ({ id }: { id: number }) => (
  <NamedLink fallback="Administrator %{id}" id={id} reference="admins" to={`/admins/${id}`} />
);

/** Name of an actor as read models store it: `admin 1`, `system signals`. */
export function ActorName({ actor }: { actor: string }) {
  const [kind = '', id = ''] = actor.split(' ');
  if (kind === 'admin' && Number(id)) return <AdminLink id={Number(id)} />;
  if (kind === 'agent' && Number(id)) return <AgentLink id={Number(id)} />;
  return <T>{words(kind)}</T>;
}
