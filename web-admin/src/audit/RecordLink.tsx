import { kindOf, pageOfRecord, recordOfStream } from '@fynbos/domain/audit/record-kinds.ts';
import { Link } from 'react-router-dom';
import { useMayOpen } from '../api/use-may.ts';
import { AdminLink, AgentLink, NamedLink } from '../components/person-links.tsx';
import { words } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';

/** The record of a stream by name, above the stream's id. */
export const Stream = ({ id }: { id: string }) => (
  <>
    <RecordLink streamId={id} />
    <div className="under mono">{id}</div>
  </>
);

/** A person, promotion or reservation by name; otherwise the kind, linked if it has a page. */
export function RecordLink({ streamId }: { streamId: string }) {
  const mayOpen = useMayOpen();
  const record = recordOfStream(streamId);
  const { resource, id = '' } = record ?? {};
  if (resource === 'travel-agents' && /^\d+$/.test(id))
    return <AgentLink id={Number(id)} tab={streamId.startsWith('rewards-account-') ? 'rewards' : 'history'} />;
  if (resource === 'admins' && /^\d+$/.test(id)) return <AdminLink id={Number(id)} />;
  if (resource === 'promotions')
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
  const name = recordName(streamId);
  return to && mayOpen(to) ? (
    <Link className="text-link" to={to}>
      <T>{name}</T>
    </Link>
  ) : (
    <T as="span">{name}</T>
  );
}

/** The reservation of a rental; otherwise the kind of the record. */
export function recordName(streamId: string): Wording {
  const record = recordOfStream(streamId);
  if (record?.resource === 'rewards') return ['%{id}', { id: record.id }];
  return words(record ? kindOf(record.resource) : (streamId.split('-', 1)[0] ?? ''));
}

/** Returns the address of the record of a stream, with its history; null for a stream without a page. */
export function recordLink(streamId: string): string | null {
  const record = recordOfStream(streamId);
  const page = record && pageOfRecord(`${record.resource}/${record.id}`);
  // The address of a record that exists once names its tab.
  if (!page || page.includes('?')) return page;
  return `${page}?tab=${streamId.startsWith('rewards-account-') ? 'rewards' : 'history'}`;
}
