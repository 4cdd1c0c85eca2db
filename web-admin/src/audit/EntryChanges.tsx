import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import { fieldName, fieldText } from '../format/field.ts';
import { shownBy } from '../i18n/content.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import type { HistoryEntry } from './history.ts';

const RESOURCES: Readonly<Record<string, string>> = {
  agent: 'travel-agents',
  promotion: 'promotions',
  admin: 'admins',
};
const MOST = 3;

/** Returns the path of a stream's record when its history lists the changes of each event, otherwise null. */
export function historyPath(streamId: string): string | null {
  const at = streamId.indexOf('-');
  const resource = RESOURCES[streamId.slice(0, at)];
  return resource ? `${resource}/${streamId.slice(at + 1)}/history` : null;
}

/** Values before and after an event of the audit log, from the history of its record (fetched once per record). */
export function EntryChanges({ path, eventId }: { path: string; eventId: string }) {
  const say = useSay();
  const { data } = useQuery({
    queryKey: ['history', path],
    queryFn: ({ signal }) => get<HistoryEntry[]>(path, signal),
    throwOnError: false,
  });
  const changes = data?.find((entry) => entry.eventId === eventId)?.changes ?? [];
  return (
    <>
      {changes.slice(0, MOST).map(({ field, before, after }) => (
        <div className="under" key={field}>
          <T>{fieldName(field.replace(/^(details|bank)\./, ''))}</T>
          {': '}
          {before !== null && (
            <>
              <s>{shownBy(say, fieldText(field, before))}</s>
              {' → '}
            </>
          )}
          {shownBy(say, fieldText(field, after))}
        </div>
      ))}
      {changes.length > MOST && (
        <div className="under">
          <T values={{ count: changes.length - MOST }}>{'and %{count} more field |||| and %{count} more fields'}</T>
        </div>
      )}
    </>
  );
}
