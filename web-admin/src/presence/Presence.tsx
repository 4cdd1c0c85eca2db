import { useQuery } from '@tanstack/react-query';
import { call } from '../api/http.ts';
import { useAsOf } from '../past/as-of.tsx';
import { Note } from '../record/texts.tsx';

/** Interval of the heartbeat, in milliseconds. */
const BEAT_MS = 15_000;

/**
 * Who else has a record open or edits it. `record`: resource and id; `isEditing`: whether this administrator edits it.
 * The heartbeat rests while the tab is hidden.
 */
export function Presence({ record, isEditing = false }: { record: string; isEditing?: boolean }) {
  const asOf = useAsOf();
  const { data = [] } = useQuery({
    queryKey: ['presence', record, isEditing],
    queryFn: () => call('POST', 'presence', { record, isEditing }),
    enabled: asOf === null,
    refetchInterval: BEAT_MS,
    refetchOnWindowFocus: true,
    gcTime: 0,
  });
  const editors = data.filter((other) => other.isEditing);
  const shown = editors.length > 0 ? editors : data;
  return (
    <div role="status">
      {shown.length > 0 && (
        <Note isFilled severity="info" values={{ names: shown.map(({ name }) => name).join(', ') }}>
          {editors.length > 0 ? '%{names}: editing this record now' : '%{names}: also viewing this record'}
        </Note>
      )}
    </div>
  );
}
