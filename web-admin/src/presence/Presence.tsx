import { useCommand } from '../api/use-command.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { Note } from '../components/texts.tsx';
import { useAnswer } from '../components/use-read.tsx';

/** Interval of the heartbeat, in milliseconds. */
const HEARTBEAT_MS = 15_000;

/**
 * Shows the other administrators who have the record open. `record`: resource and id. Sends no heartbeat while the tab
 * is hidden.
 */
export function Presence({ record, isEditing = false }: { record: string; isEditing?: boolean }) {
  const { command } = useCommand();
  const asOf = useAsOf();
  const { data = [] } = useAnswer(
    ['presence', record, isEditing],
    asOf === null ? () => command('POST', 'presence', { record, isEditing }) : null,
    { pollMs: HEARTBEAT_MS, readsOnFocus: true, keptMs: 0, keepsPrevious: true },
  );
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
