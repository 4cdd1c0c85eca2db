import { sentenceOf } from '@fynbos/domain/wording/sentences.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { useMay, useMayOpen } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { ActionButton } from '../components/ActionButton.tsx';
import { changeTexts, fieldName } from '../components/field.ts';
import { ErrorNote, Waiting } from '../components/states.tsx';
import { Empty, MutedText, TextLink } from '../components/texts.tsx';
import { instant, words } from '../format/format.ts';
import { T, translatedContent, useTranslation } from '../i18n/T.tsx';
import { detailText } from './event-name.ts';
import { type FeedActor, type FeedEntry, type FeedEvent, feedQuery } from './feed.ts';
import type { FeedParams } from './plain-search.ts';
import { recordLink } from './RecordLink.tsx';
import './feed.css';

const MAX_CHANGES = 6;

type Change = Pick<FeedEvent['changes'][number], 'field' | 'before' | 'after'>;

function Actor({ actor: { kind, id, name } }: { actor: FeedActor }) {
  const mayOpen = useMayOpen();
  // The page of an administrator opens on what the person did.
  const to = !/^\d+$/.test(id) ? null : kind === 'admin' ? `/admins/${id}` : recordLink(`${kind}-${id}`);
  return to && mayOpen(to) ? <TextLink to={to} text={name} /> : <strong>{name}</strong>;
}

function RecordName({ record }: Pick<FeedEvent, 'record'>) {
  const mayOpen = useMayOpen();
  if (!record) return <T>a record</T>;
  return record.to && mayOpen(record.to) ? (
    <TextLink to={record.to} text={record.name} />
  ) : (
    <strong>{record.name}</strong>
  );
}

/** The sentence of an event, with links to who did it and to the record. */
const Sentence = ({ event }: { event: FeedEvent }) => (
  <T values={{ who: <Actor actor={event.actor} />, record: <RecordName record={event.record} /> }}>
    {sentenceOf(event.type)}
  </T>
);

/** The changed values before and after, of which `most` are shown; without any, the names of the fields. */
export function Changes({
  changes,
  fields,
  most = MAX_CHANGES,
}: Pick<FeedEvent, 'fields'> & { changes: readonly Change[]; most?: number }) {
  const translate = useTranslation();
  if (changes.length === 0)
    return fields.length > 0 ? (
      <p className="quiet">{fields.map((field) => translate(words(field))).join(', ')}</p>
    ) : null;
  return (
    <ul className="feed-changes">
      {changes.slice(0, most).map(({ field, before, after }) => (
        <li key={field}>
          <MutedText>{fieldName(field)}</MutedText>{' '}
          {before !== null && before !== '' && (
            <>
              <del>{translatedContent(translate, changeTexts(field, before, after)[0])}</del>
              {' → '}
            </>
          )}
          <ins>{translatedContent(translate, changeTexts(field, before, after)[1])}</ins>
        </li>
      ))}
      {changes.length > most && (
        <li className="quiet">
          <T values={{ count: changes.length - most }}>{'and %{count} more field |||| and %{count} more fields'}</T>
        </li>
      )}
    </ul>
  );
}

function Approval({ approval }: { approval: NonNullable<FeedEntry['approval']> }) {
  const { id, summary, requestedBy, requestReason, decidedBy, decisionReason, status } = approval;
  return (
    <p className="quiet">
      <Link className="text-link" to={`/approvals/${id}`} translate="no">
        {summary}
      </Link>
      {': '}
      <T values={{ name: requestedBy }}>{'requested by %{name}'}</T>
      {requestReason && <> (“{requestReason}”)</>}
      {decidedBy && (
        <>
          {', '}
          <T values={{ name: decidedBy }}>
            {status === 'rejected'
              ? 'rejected by %{name}'
              : status === 'withdrawn'
                ? 'withdrawn by %{name}'
                : 'approved by %{name}'}
          </T>
          {decisionReason && <> (“{decisionReason}”)</>}
        </>
      )}
    </p>
  );
}

function OtherEventsLink({ others }: Pick<FeedEntry, 'others'>) {
  if (others.length === 0) return null;
  return (
    <details>
      <T as="summary" values={{ count: others.length }}>
        {'%{count} more event of this action |||| %{count} more events of this action'}
      </T>
      <ul>
        {others.map((event) => (
          <li key={event.id}>
            <Sentence event={event} />
            <Changes changes={event.changes} fields={[]} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** One action of the feed: the sentence, the reason, the values before and after, and the approval. */
function FeedLine({ entry }: { entry: FeedEntry }) {
  const translate = useTranslation();
  const may = useMay();
  const { id, recordedAt, reason, outcome, approval } = entry;
  const detail = detailText(entry);
  const time = instant(recordedAt);
  return (
    <li className={outcome === 'refused' ? 'feed-line refused' : 'feed-line'}>
      <p>
        <Sentence event={entry} />
      </p>
      <p className="quiet">
        {may('events:see') ? (
          <Link to={`/events/${id}`}>
            <time dateTime={recordedAt}>{time}</time>
          </Link>
        ) : (
          <time dateTime={recordedAt}>{time}</time>
        )}
        {reason && reason !== approval?.requestReason && <> · “{reason}”</>}
        {detail && <> · {translatedContent(translate, detail)}</>}
      </p>
      <Changes changes={entry.changes} fields={entry.fields} />
      {approval && <Approval approval={approval} />}
      <OtherEventsLink others={entry.others} />
    </li>
  );
}

/** Actions of the audit log that match the filters, newest first, by the day on which they were recorded. */
export function AuditFeed({ params, empty }: { params: FeedParams; empty: string }) {
  const asOf = useAsOf();
  const query = useInfiniteQuery({
    queryKey: ['audit-feed', params, asOf],
    queryFn: ({ signal, pageParam }) =>
      get('audit-feed', { query: { ...feedQuery(params, asOf), before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const problem = error && <ErrorNote error={error} onRetry={isFetchNextPageError ? fetchNextPage : refetch} />;
  if (!data) return problem ?? <Waiting rows={8} />;
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return problem ?? <Empty>{empty}</Empty>;
  return (
    <>
      <ol className="feed">
        {entries.map((entry) => (
          <FeedLine entry={entry} key={entry.id} />
        ))}
      </ol>
      {problem}
      {hasNextPage && (
        <ActionButton
          label="Show more"
          isBusy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
          variant="outlined"
        />
      )}
    </>
  );
}
