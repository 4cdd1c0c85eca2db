import { type RaRecord, useReference } from 'react-admin';
import { T } from '../i18n/T.tsx';
import { type Named, personName } from './people.ts';
import { TextLink } from './texts.tsx';
import { useMayOpen } from './use-may-open.ts';

function Person({
  reference,
  id,
  to,
  fallback,
}: {
  reference: 'travel-agents' | 'admins';
  id: number;
  to: string;
  fallback: string;
}) {
  const { referenceRecord } = useReference<RaRecord & Named>({ reference, id });
  const mayOpen = useMayOpen();
  const name = personName(referenceRecord) || <T values={{ id }}>{fallback}</T>;
  return mayOpen(to) ? <TextLink to={to} text={name} /> : name;
}

/** Links an agent's name to the record. Several links on a page are fetched in one call. */
export const AgentLink = ({ id, tab }: { id: number; tab?: string }) => (
  <Person
    fallback="Agent %{id}"
    id={id}
    reference="travel-agents"
    to={`/travel-agents/${id}${tab ? `?tab=${encodeURIComponent(tab)}` : ''}`}
  />
);

/** Links an administrator's name to the record. */
export const AdminLink = ({ id }: { id: number }) => (
  <Person fallback="Administrator %{id}" id={id} reference="admins" to={`/admins/${id}`} />
);

/** Name of an actor as read models store it: `admin 1`, `system signals`. */
export function ActorName({ actor }: { actor: string }) {
  const [kind = '', id = ''] = actor.split(' ');
  if (kind === 'admin') return <AdminLink id={Number(id)} />;
  if (kind === 'agent') return <AgentLink id={Number(id)} />;
  return <T>System</T>;
}
