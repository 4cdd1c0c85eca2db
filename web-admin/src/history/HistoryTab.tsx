import type { HistoryEntry } from '@fynbos/api/audit/answers.ts';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useAction, useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { Changes } from '../audit/AuditFeed.tsx';
import { eventName } from '../audit/event-name.ts';
import { ActionButton, DownloadButton } from '../components/ActionButton.tsx';
import { MutedText } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { instant, today } from '../format/format.ts';
import './history.css';
import { Slider } from '@mui/material';
import { useAsOf, useBackToNow } from '../as-of/as-of.tsx';
import { T } from '../i18n/T.tsx';
import { UndoButton } from './UndoButton.tsx';
import { undoOf } from './undo.ts';

/** A slider over the moments at which a record changed. Releasing it shows the record as of that moment. */
export function TimeSlider({ moments }: { moments: readonly string[] }) {
  const asOf = useAsOf();
  const [, setSearch] = useSearchParams();
  const leavePast = useBackToNow();
  const last = moments.length - 1;
  const current =
    asOf === null
      ? last
      : Math.max(
          0,
          moments.findLastIndex((moment) => moment <= asOf),
        );
  /** Thumb position while dragging. Otherwise the URL decides, including when another control changes it. */
  const [dragged, setDragged] = useState<number | null>(null);
  const position = dragged ?? current;
  // Releasing the thumb at the end returns to now.
  const isNow = position === last && (asOf === null || dragged !== null);
  if (moments.length < 2) return null;
  const go = (to: number) => {
    setDragged(null);
    if (to === last) leavePast();
    else
      setSearch((before) => {
        before.set('asOf', moments[to] as string);
        return before;
      });
  };
  return (
    <div className="time-slider">
      <label htmlFor="moment">
        <T values={{ moment: instant(moments[position]) }}>{isNow ? 'As of now' : 'As of %{moment}'}</T>
        <span className="quiet">
          {' · '}
          <T values={{ change: position + 1, all: moments.length }}>{'change %{change} of %{all}'}</T>
        </span>
      </label>
      <Slider
        getAriaValueText={(value) => instant(moments[value])}
        marks
        max={last}
        min={0}
        onChange={(_, value) => setDragged(value as number)}
        onChangeCommitted={(_, value) => go(value as number)}
        slotProps={{ input: { id: 'moment' } }}
        step={1}
        value={position}
      />
    </div>
  );
}

/** The id of the person who acted. The entry shows their name. */
const isActorId = ({ field, after }: HistoryEntry['changes'][number]): boolean =>
  field.endsWith('By') && /^\d+$/.test(String(after));

function Entry({
  entry,
  mayBrowse,
  undo,
  isLater,
}: {
  entry: HistoryEntry;
  mayBrowse: boolean;
  /** The button that undoes the entry. */
  undo: ReactNode;
  /** Whether the entry was recorded after the past moment of the page. */
  isLater: boolean;
}) {
  const { type, recordedAt, actor, from, reason, changes, eventId, demo } = entry;
  return (
    <li className={isLater ? 'history-entry later' : 'history-entry'}>
      <T as="h2">{eventName(type)}</T>
      <p className="quiet">
        <time dateTime={recordedAt}>{instant(recordedAt)}</time> · {actor.name}
        {from && (
          <>
            {' · '}
            <T values={{ from }}>{'from %{from}'}</T>
          </>
        )}
        {demo && (
          <>
            {' · '}
            <T>demo data</T>
          </>
        )}
        {mayBrowse && (
          <>
            {' · '}
            <Link to={`/events/${eventId}`}>
              <T>event</T>
            </Link>
          </>
        )}
      </p>
      {reason && <p>“{reason}”</p>}
      <Changes changes={changes.filter((change) => !isActorId(change))} fields={[]} most={changes.length} />
      {undo}
    </li>
  );
}

/** The kinds of records with a history. */
type HistoryResource =
  | 'admins'
  | 'challenges'
  | 'contact-support'
  | 'integrators'
  | 'payouts'
  | 'promotions'
  | 'reward-policy'
  | 'rewards'
  | 'travel-agents';

/** Who, when, from where, why, and the values before and after. A slider selects the moments. */
export function HistoryTab({
  resource,
  id,
  revealable = false,
}: {
  resource: HistoryResource;
  id: string;
  revealable?: boolean;
}) {
  const { command } = useCommand();
  const asOf = useAsOf();
  const { act, isBusy } = useAction();
  const may = useMay();
  const { data: history, notice } = useRead(`${resource}/${id}/history`, { rows: 6 });
  /** The history with full personal data. It is dropped when a newer history arrives. */
  const [revealed, setRevealed] = useState<{ of: typeof history; data: typeof history } | null>(null);
  if (notice) return notice;
  const data = (revealed?.of === history && revealed.data) || history;
  const reveal = () =>
    act(async () => setRevealed({ of: history, data: await command('POST', `travel-agents/${id}/history/reveal`) }));
  const mayReveal =
    revealable && may('full-numbers:see') && data.some(({ changes }) => changes.some(({ masked }) => masked));
  return (
    <>
      <TimeSlider moments={[...new Set(data.map(({ recordedAt }) => recordedAt))]} />
      {may('audit-log:see') && !asOf && (
        <p className="actions">
          <DownloadButton
            label="Download proof"
            path={`proof/export?${new URLSearchParams({ record: `${resource}/${id}` })}`}
          />{' '}
          <ActionButton
            label="Share with an outsider…"
            to={`/audit-log/packs?${new URLSearchParams({ action: 'create', about: `${resource}/${id}` })}`}
          />
        </p>
      )}
      {mayReveal && (
        <p>
          <T>Personal data is masked. A change of it can be undone when it is shown.</T>{' '}
          <ActionButton label="Show personal data" isBusy={isBusy} onClick={reveal} />{' '}
          <MutedText>Viewing this is logged.</MutedText>
        </p>
      )}
      <ol className="history" reversed>
        {[...data].reverse().map((entry) => {
          const undo = undoOf({ resource, id }, data, entry, today());
          return (
            <Entry
              entry={entry}
              isLater={asOf !== null && entry.recordedAt > asOf}
              key={entry.eventId}
              mayBrowse={may('events:see')}
              undo={undo && <UndoButton id={id} resource={resource} undo={undo} />}
            />
          );
        })}
      </ol>
    </>
  );
}
