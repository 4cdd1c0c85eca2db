import type { FeedCounts } from '@fynbos/api/audit/answers.ts';
import { Chip } from '@mui/material';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useGetList, useGetOne, useNotify } from 'react-admin';
import { json } from '../api/http.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { type Named, personName } from '../components/PersonLink.tsx';
import { nameInSearch } from '../components/search-records.ts';
import { useAddress } from '../components/use-address.ts';
import { useRead } from '../components/use-read.tsx';
import { InputField } from '../form/InputField.tsx';
import { date, grouped, today, words } from '../format/format.ts';
import { T, useSay, type Wording } from '../i18n/T.tsx';
import { SavedViews } from '../list/SavedViews.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { useIsNarrow } from '../theme/use-is-narrow.ts';
import { AuditFeed } from './AuditFeed.tsx';
import { actName } from './act-name.ts';
import { feedParamsOf, feedQuery } from './feed.ts';
import { type FeedParams, parseSearch, TOPICS } from './plain-search.ts';

/** Finds the record that the remaining words of a search name: a promotion, an agent or a reservation. */
async function recordNamed(rest: string): Promise<string | null> {
  const first = async (resource: string) => {
    const query = new URLSearchParams({ filter: JSON.stringify({ q: rest }), range: '[0,0]' });
    const { json: rows } = await json(`/api/admin/${resource}?${query}`);
    return (rows as { id: string | number }[])[0];
  };
  for (const resource of ['promotions', 'travel-agents', 'rewards']) {
    const found = await first(resource).catch(() => undefined);
    if (found) return `${resource}/${found.id}`;
  }
  return null;
}

/**
 * Search in plain words. What it means becomes filters, which the page shows as chips.
 * `asked`: the search of the address, which runs at once.
 */
function Search({ asked, onFound }: { asked: string; onFound: (params: FeedParams) => void }) {
  const say = useSay();
  const notify = useNotify();
  const [typed, setTyped] = useState(asked);
  const { data: admins } = useGetList('admins', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'id', order: 'ASC' },
  });
  const search = async () => {
    const people = (admins ?? []).map((admin) => ({ id: admin.id, name: personName(admin as Named) }));
    const { params, rest } = parseSearch(typed, people, today());
    const record = rest === '' ? null : await recordNamed(rest);
    if (rest !== '' && record === null) notify(say('Not understood: %{rest}', { rest }), { type: 'warning' });
    onFound(record === null ? params : { ...params, record });
    if (rest === '' || record !== null) setTyped('');
  };
  const isLoaded = admins !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each search of the address.
  useEffect(() => {
    if (asked !== '' && isLoaded) void search();
  }, [asked, isLoaded]);
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void search();
      }}
    >
      <InputField
        fullWidth
        hint="For example: bank changes by Admin 2 in May. Press Enter."
        label="Search people, records, subjects and dates"
        onChange={setTyped}
        slotProps={{ htmlInput: { 'data-search': '', 'aria-keyshortcuts': '/' } }}
        value={typed}
      />
    </form>
  );
}

/** The filter by one record, such as `travel-agents/7`, with the record's name. */
function RecordName({ value }: { value: string }) {
  const [resource = '', id = ''] = value.split('/');
  const { data } = useGetOne(resource, { id });
  return <T values={{ name: (data && nameInSearch(resource, data)) ?? value }}>{'Record: %{name}'}</T>;
}

/** Describes one filter. */
function chipOf(key: string, value: string, counts: FeedCounts | undefined): Wording {
  switch (key) {
    case 'from':
      return ['From %{day}', { day: date(value) }];
    case 'to':
      return ['To %{day}', { day: date(value) }];
    case 'types': {
      const topic = TOPICS.find(({ types }) => types?.join(',') === value);
      return topic ? topic.label : actName(value);
    }
    case 'actorId':
      return counts?.actors.find(({ id }) => id === value)?.name ?? ['Person %{value}', { value }];
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
  rows: readonly { key: string; label: Wording; count: number; chosen: boolean; choose: () => void }[];
}) {
  if (rows.length === 0) return null;
  return (
    <section>
      <T as="h2">{title}</T>
      <ul>
        {rows.map(({ key, label, count, chosen, choose }) => (
          <li key={key}>
            <button aria-pressed={chosen} onClick={choose} type="button">
              <T as="span">{label}</T>
              <span className="quiet">{grouped(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The audit log as sentences: who did what to which record, when and why, with values before and after. */
export default function AuditLogPage() {
  const say = useSay();
  const asOf = useAsOf();
  const [search, change] = useAddress();
  const params = feedParamsOf(search);
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const facets = useId();
  const { data: counts } = useRead('audit-feed/counts', { query: feedQuery(params, asOf) });
  const replace = (next: FeedParams) =>
    change({
      ...Object.fromEntries([...Object.keys(params), 'search'].map((key) => [key, null])),
      ...(next as Record<string, string>),
    });
  const set = Object.entries(params) as [string, string][];
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
        <Search asked={search.get('search') ?? ''} key={search.get('search')} onFound={replace} />
      </div>
      <div className="chips">
        {set.map(([key, value]) => (
          <Chip
            key={key}
            label={key === 'record' ? <RecordName value={value} /> : say(chipOf(key, value, counts))}
            onDelete={() => change({ [key]: null })}
          />
        ))}
        {!params.automatic && (
          <Chip
            label={say('Include automatic events')}
            onClick={() => change({ automatic: 'true' })}
            variant="outlined"
          />
        )}
        {!params.unexplained && (
          <Chip label={say('Without a reason')} onClick={() => change({ unexplained: 'true' })} variant="outlined" />
        )}
        {set.length > 1 && <Chip label={say('Clear filters')} onClick={() => replace({})} variant="outlined" />}
      </div>
      <div className="feed-page">
        <aside aria-label={say('Narrow the audit log')} className="feed-facets">
          {/* On a phone the counts would fill the first screen. */}
          {counts && isNarrow && (
            <ActionButton
              label="Filters"
              aria-controls={facets}
              aria-expanded={isOpen}
              fullWidth
              onClick={() => setOpen(!isOpen)}
              variant="outlined"
            />
          )}
          {counts && (
            <div hidden={isNarrow && !isOpen} id={facets}>
              <Facet
                rows={counts.actors.map(({ kind, id, name, count }) => {
                  const chosen = params.actorId === id && params.actorKind === kind;
                  return {
                    key: `${kind} ${id}`,
                    label: name,
                    count,
                    chosen,
                    choose: () =>
                      change(chosen ? { actorId: null, actorKind: null } : { actorId: id, actorKind: kind }),
                  };
                })}
                title="Who"
              />
              <Facet
                rows={counts.aggregates.map(({ value, count }) => ({
                  key: value,
                  label: words(value),
                  count,
                  chosen: params.aggregate === value,
                  choose: () => change({ aggregate: params.aggregate === value ? null : value }),
                }))}
                title="Kind of record"
              />
              <Facet
                rows={counts.types.slice(0, 15).map(({ value, count }) => ({
                  key: value,
                  label: actName(value),
                  count,
                  chosen: params.types === value,
                  choose: () => change({ types: params.types === value ? null : value }),
                }))}
                title="What"
              />
            </div>
          )}
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
