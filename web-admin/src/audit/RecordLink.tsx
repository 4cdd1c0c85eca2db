import { pageOfRecord, recordOfStream } from '@fynbos/domain/audit/record-kinds.ts';
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
  if (account) return <AgentLink id={Number(account)} tab="rewards" />;
  const at = streamId.indexOf('-');
  const [kind, id] = [streamId.slice(0, at), streamId.slice(at + 1)];
  if (kind === 'agent' && /^\d+$/.test(id)) return <AgentLink id={Number(id)} tab="history" />;
  if (kind === 'admin' && /^\d+$/.test(id)) return <AdminLink id={Number(id)} />;
  if (kind === 'promotion')
    return (
      <NamedLink
        fallback="Promotion"
        id={id}
        nameOf={(promotion) => (promotion?.promoCode as string | undefined) ?? ''}
        reference="promotions"
        to={`/promotions/${id}?tab=history`}
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

/** Returns the address of the record of a stream, with its history; null for a stream without a page. */
export function recordLink(streamId: string): string | null {
  const record = recordOfStream(streamId);
  const page = record && pageOfRecord(`${record.resource}/${record.id}`);
  if (!page || page !== `/${record.resource}/${encodeURIComponent(record.id)}`) return page;
  return `${page}?tab=${streamId.startsWith('rewards-account-') ? 'rewards' : 'history'}`;
}
