import type { FeedCounts } from '@fynbos/api/audit/answers.ts';
import { Chip } from '@mui/material';
import { useId, useState } from 'react';
import { useAsOf } from '../as-of/as-of.tsx';
import { ActionButton } from '../components/ActionButton.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { nameInSearch } from '../components/search-records.ts';
import { useAddress } from '../components/use-address.ts';
import { useChosenRecord } from '../components/use-chosen-record.ts';
import { useRead } from '../components/use-read.tsx';
import { date, grouped, words } from '../format/format.ts';
import { T, useTranslation, type Wording } from '../i18n/T.tsx';
import { SavedViews } from '../list/SavedViews.tsx';
import { useIsNarrow } from '../theme/use-is-narrow.ts';
import { AuditFeed } from './AuditFeed.tsx';
import { AuditSearch } from './AuditSearch.tsx';
import { eventName } from './event-name.ts';
import { feedParamsOf, feedQuery } from './feed.ts';
import { type FeedParams, TOPICS } from './plain-search.ts';

/** The filter by one record, such as `travel-agents/7`, with the record's name. */
function RecordName({ value }: { value: string }) {
  const [resource = '', id = ''] = value.split('/');
  const record = useChosenRecord(resource, id);
  return <T values={{ name: (record && nameInSearch(resource, record)) ?? value }}>{'Record: %{name}'}</T>;
}

function chipOf(key: string, value: string, counts: FeedCounts | undefined): Wording {
  switch (key) {
    case 'from':
      return ['From %{day}', { day: date(value) }];
    case 'to':
      return ['To %{day}', { day: date(value) }];
    case 'types': {
      const topic = TOPICS.find(({ types }) => types?.join(',') === value);
      return topic ? topic.label : eventName(value);
    }
    case 'actorId':
      return counts?.actors.find(({ id }) => id === value)?.name ?? ['Administrator %{value}', { value }];
    case 'actorKind':
      return ['By: %{kind}', { kind: [words(value)] }];
    case 'reason':
      return ['Reason: %{value}', { value }];
    case 'outcome':
      return value === 'refused' ? 'Rejected attempts' : 'Done';
    case 'unexplained':
      return 'Without a reason';
    case 'automatic':
      return 'With automatic events';
    default:
      return words(value);
  }
}

function Facet({
  title,
  rows,
}: {
  title: string;
  rows: readonly { key: string; label: Wording; count: number; isChosen: boolean; choose: () => void }[];
}) {
  if (rows.length === 0) return null;
  return (
    <section>
      <T as="h2">{title}</T>
      <ul>
        {rows.map(({ key, label, count, isChosen, choose }) => (
          <li key={key}>
            <button aria-pressed={isChosen} onClick={choose} type="button">
              <T as="span">{label}</T>
              <span className="quiet">{grouped(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Change = (changes: Readonly<Record<string, string | null>>) => void;

/** The filters of the feed, to remove one by one, and two that are often added. */
function FilterChips({
  params,
  counts,
  change,
}: {
  params: FeedParams;
  counts: FeedCounts | undefined;
  change: Change;
}) {
  const translate = useTranslation();
  const filters = Object.entries(params) as [string, string][];
  return (
    <div className="chips">
      {filters.map(([key, value]) => (
        <Chip
          key={key}
          label={key === 'record' ? <RecordName value={value} /> : translate(chipOf(key, value, counts))}
          onDelete={() => change({ [key]: null })}
        />
      ))}
      {!params.automatic && (
        <Chip
          label={translate('Include automatic events')}
          onClick={() => change({ automatic: 'true' })}
          variant="outlined"
        />
      )}
      {!params.unexplained && (
        <Chip
          label={translate('Without a reason')}
          onClick={() => change({ unexplained: 'true' })}
          variant="outlined"
        />
      )}
      {filters.length > 1 && (
        <Chip
          label={translate('Clear filters')}
          onClick={() => change(Object.fromEntries(filters.map(([key]) => [key, null])))}
          variant="outlined"
        />
      )}
    </div>
  );
}

function Facets({ params, counts, change }: { params: FeedParams; counts: FeedCounts | undefined; change: Change }) {
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const facets = useId();
  // Stays mounted while the counts load, so that opened filters stay open.
  if (!counts) return null;
  const by = (key: 'aggregate' | 'types', rows: FeedCounts['types'], labelOf: (value: string) => Wording) =>
    rows.map(({ value, count }) => {
      const isChosen = params[key] === value;
      return {
        key: value,
        label: labelOf(value),
        count,
        isChosen,
        choose: () => change({ [key]: isChosen ? null : value }),
      };
    });
  return (
    <>
      {/* On a phone the counts would fill the first screen. */}
      {isNarrow && (
        <ActionButton
          label="Filters"
          aria-controls={facets}
          aria-expanded={isOpen}
          fullWidth
          onClick={() => setOpen(!isOpen)}
          variant="outlined"
        />
      )}
      <div hidden={isNarrow && !isOpen} id={facets}>
        <Facet
          rows={counts.actors.map(({ kind, id, name, count }) => {
            const isChosen = params.actorId === id && params.actorKind === kind;
            const choose = () =>
              change(isChosen ? { actorId: null, actorKind: null } : { actorId: id, actorKind: kind });
            return { key: `${kind} ${id}`, label: name, count, isChosen, choose };
          })}
          title="Who"
        />
        <Facet rows={by('aggregate', counts.aggregates, words)} title="Kind of record" />
        <Facet rows={by('types', counts.types.slice(0, 15), eventName)} title="What" />
      </div>
    </>
  );
}

export default function AuditLogPage() {
  const translate = useTranslation();
  const asOf = useAsOf();
  const [search, change] = useAddress();
  const params = feedParamsOf(search);
  const { data: counts } = useRead('audit-feed/counts', { query: feedQuery(params, asOf) });
  const replace = (next: FeedParams) =>
    change({
      ...Object.fromEntries([...Object.keys(params), 'search'].map((key) => [key, null])),
      ...(next as Record<string, string>),
    });
  return (
    <>
      <PageHead
        actions={
          <>
            <ActionButton label="Compare two dates" to="/audit-log/compare" variant="outlined" />
            <ActionButton label="Audit packs" to="/audit-log/packs" variant="outlined" />
            <ActionButton label="Single events" to="/audit-log/table" variant="outlined" />
            {!asOf && <SavedViews />}
          </>
        }
        title="Audit log"
      />
      <div className="feed-search">
        <AuditSearch asked={search.get('search') ?? ''} key={search.get('search')} onFound={replace} />
      </div>
      <FilterChips change={change} counts={counts} params={params} />
      <div className="feed-page">
        <aside aria-label={translate('Narrow the audit log')} className="feed-facets">
          <Facets change={change} counts={counts} params={params} />
        </aside>
        <div>
          <p aria-live="polite" className="quiet">
            {counts && <T values={{ count: counts.total }}>{'%{count} entry |||| %{count} entries'}</T>}
          </p>
          <AuditFeed empty="Nothing matches these filters. Remove one of them to see more." params={params} />
        </div>
      </div>
    </>
  );
}
