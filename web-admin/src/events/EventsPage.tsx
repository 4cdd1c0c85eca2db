import { FormControlLabel, Switch } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { get } from '../api/http.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { TextLink } from '../components/texts.tsx';
import { useAddress } from '../components/use-address.ts';
import { useAnswer, useRead } from '../components/use-read.tsx';
import { InputField } from '../form/InputField.tsx';
import { exactInstant, words } from '../format/format.ts';
import '../list/list.css';
import { Stream } from '../audit/RecordLink.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { useTranslation } from '../i18n/T.tsx';
import { cursorOf, eventsQuery, isNewest, NEWEST, OLDEST, type PageCursor, viewOf } from './events.ts';

/** Poll interval of a live event browser, in milliseconds. */
const POLL_MS = 2_000;

/**
 * Since the newest page was last shown; stops at one page. `newestShown`: the newest position while that page is shown,
 * otherwise undefined. `active`: an older page is shown with live updates on.
 */
function useNewEventCount(search: URLSearchParams, newestShown: string | undefined, active: boolean): number {
  const lastSeen = useRef<string | undefined>(undefined);
  if (newestShown !== undefined) lastSeen.current = newestShown;
  const { data } = useAnswer(
    ['events', 'news', search.get('type'), search.get('stream')],
    active
      ? async (signal) => {
          // A visitor who opens an older page directly has no seen position: count from the newest event now.
          if (lastSeen.current === undefined) {
            const { events } = await get('events', { query: eventsQuery(search, NEWEST), signal });
            lastSeen.current = events[0]?.position;
            return 0;
          }
          const cursor = { direction: 'forwards', from: lastSeen.current } as const;
          return (await get('events', { query: eventsQuery(search, cursor), signal })).events.length;
        }
      : null,
    { pollMs: POLL_MS },
  );
  return active ? (data ?? 0) : 0;
}

/** Maximum number of events that the server returns per page. A count that reaches it is a lower bound. */
const EVENTS_PER_PAGE = 50;

function Filters({ search, set }: { search: URLSearchParams; set: (name: string, value: string) => void }) {
  const translate = useTranslation();
  const shown = search.get('stream') ?? '';
  const [stream, setStream] = useState(shown);
  // Back and forward change the address.
  useEffect(() => setStream(shown), [shown]);
  const { data: types = [] } = useRead('event-types');
  const choose = () => {
    if (stream.trim() !== shown) set('stream', stream.trim());
  };
  return (
    <search aria-label={translate('Filters')} className="filters">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <InputField
          label="Stream begins with"
          onBlur={choose}
          onChange={setStream}
          slotProps={{ htmlInput: { 'data-search': '', 'aria-keyshortcuts': '/' } }}
          value={stream}
        />
      </form>
      <InputField
        label="Type"
        onChange={(value) => set('type', value)}
        value={search.get('type') ?? ''}
        choices={[['', 'All'], ...types.map(({ type }) => [type, words(type)] as const)]}
      />
    </search>
  );
}

/** Navigation buttons: Oldest, Older, Newer, Newest. */
function Paging({
  newer,
  older,
  place,
  go,
}: ReturnType<typeof viewOf> & { place: PageCursor; go: (to: PageCursor) => void }) {
  const translate = useTranslation();
  const step = (label: string, to: PageCursor | null, mark?: object) => (
    <ActionButton isUnavailable={to === null} label={label} onClick={() => to && go(to)} variant="outlined" {...mark} />
  );
  return (
    <nav aria-label={translate('Pages')} className="actions pager">
      {step('Oldest', place.direction === 'forwards' && place.from === null ? null : OLDEST)}
      {step('Older', older, { 'data-next': '', 'aria-keyshortcuts': 'ArrowRight' })}
      {step('Newer', newer, { 'data-previous': '', 'aria-keyshortcuts': 'ArrowLeft' })}
      {step('Newest', isNewest(place) ? null : NEWEST)}
    </nav>
  );
}

/** The whole log or one stream, by pages. Live on the newest page, paused on older ones. */
export default function EventsPage() {
  const translate = useTranslation();
  const [search, change] = useAddress();
  const place = cursorOf(search);
  const isLive = search.get('live') === '1';
  const atNewest = isNewest(place);
  const { data, notice } = useRead('events', {
    query: eventsQuery(search, place),
    keepsPrevious: true,
    pollMs: isLive && atNewest ? POLL_MS : null,
    rows: 10,
  });
  const view = data && viewOf(place, data);
  const news = useNewEventCount(search, atNewest ? view?.rows[0]?.position : undefined, isLive && !atNewest);
  const go = ({ direction, from }: PageCursor) =>
    change({ direction: direction === 'forwards' ? direction : null, from });
  return (
    <>
      <PageHead
        actions={
          <FormControlLabel
            control={
              <Switch checked={isLive} onChange={(event) => change({ live: event.target.checked ? '1' : null })} />
            }
            label={isLive && !atNewest ? translate('Live (paused)') : translate('Live')}
          />
        }
        title="Events"
      />
      <Filters search={search} set={(name, value) => change({ [name]: value, direction: null, from: null })} />
      {view && <Paging {...view} go={go} place={place} />}
      <p aria-live="polite" className="new-events">
        {news > 0 && (
          <ActionButton
            label={['%{news} new', { news: news >= EVENTS_PER_PAGE ? `${EVENTS_PER_PAGE}+` : news }]}
            className="new-pill"
            onClick={() => go(NEWEST)}
            size="small"
            variant="contained"
          />
        )}
      </p>
      {notice}
      {view && (
        <FigureTable
          caption="Events"
          columns={['Recorded', 'Event', 'Stream', figure('Revision'), 'Who']}
          empty="No events here."
          rows={view.rows.map(({ id, type, streamId, revision, recordedAt, actor }) => [
            id,
            <TextLink key="recorded" text={exactInstant(recordedAt)} to={`/events/${id}`} />,
            [words(type)],
            <Stream id={streamId} key="stream" />,
            revision,
            actor.name,
          ])}
        />
      )}
    </>
  );
}
