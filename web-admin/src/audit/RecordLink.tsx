import { Link } from 'react-router-dom';
import { useMayOpen } from '../api/use-may.ts';
import { AdminLink, AgentLink, NamedLink } from '../components/PersonLink.tsx';
import { words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

/** The record of a stream by name, above the stream's id. */
export const Stream = ({ id }: { id: string }) => (
  <>
    <RecordLink streamId={id} />
    <div className="under mono">{id}</div>
  </>
);

/**
 * The record of a stream by name for a person, promotion or reservation; otherwise its kind, linked if it has a page.
 */
export function RecordLink({ streamId }: { streamId: string }) {
  const mayOpen = useMayOpen();
  const account = /^rewards-account-(\d+)$/.exec(streamId)?.[1];
  if (account) return <AgentLink id={Number(account)} tab="Rewards" />;
  const at = streamId.indexOf('-');
  const [kind, id] = [streamId.slice(0, at), streamId.slice(at + 1)];
  if (kind === 'agent' && /^\d+$/.test(id)) return <AgentLink id={Number(id)} tab="History" />;
  if (kind === 'admin' && /^\d+$/.test(id)) return <AdminLink id={Number(id)} />;
  if (kind === 'promotion')
    return (
      <NamedLink
        fallback="Promotion"
        id={id}
        nameOf={(promotion) => (promotion?.promoCode as string | undefined) ?? ''}
        reference="promotions"
        to={`/promotions/${id}?tab=History`}
      />
    );
  const to = recordLink(streamId);
  return to && mayOpen(to) ? (
    <Link className="text-link" to={to}>
      {kind === 'rental' ? id : <T>{words(kind)}</T>}
    </Link>
  ) : (
    <T as="span">{kind === 'rental' ? ['%{id}', { id }] : words(at < 0 ? streamId : kind)}</T>
  );
}

const AREAS: Readonly<Record<string, string>> = {
  agent: 'travel-agents',
  promotion: 'promotions',
  challenge: 'challenges',
  enquiry: 'contact-support',
  rental: 'rewards',
  integrator: 'integrators',
  admin: 'admins',
  approval: 'approvals',
};

/** Returns the address of the record of a stream, with its history; null for a stream without a page. */
export function recordLink(streamId: string): string | null {
  const at = streamId.indexOf('-');
  if (streamId.startsWith('rewards-account-'))
    return `/travel-agents/${streamId.slice('rewards-account-'.length)}?tab=Rewards`;
  const area = AREAS[streamId.slice(0, at)];
  const id = encodeURIComponent(streamId.slice(at + 1));
  return area ? `/${area}/${id}?tab=History` : null;
}
