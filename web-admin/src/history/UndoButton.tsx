import { usePermissions } from 'react-admin';
import type { Commands } from '../api/data-provider.ts';
import { addressOf, json } from '../api/http.ts';
import { BeforeAfter } from '../components/BeforeAfter.tsx';
import { fieldName, fieldText } from '../components/field.ts';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { useAsOf } from '../past/as-of.tsx';
import type { Undo } from './undo.ts';

/**
 * Sends the compensating change, against the current version of the record where the call needs one. Its path and body
 * follow from recorded events, so the compiler cannot check them.
 */
async function sendUndo(
  { method, path, body, versioned, reasonInBody }: Undo,
  record: string,
  reason: string,
  { command }: Commands,
) {
  const { version } = versioned ? (await json(addressOf(record))).json : {};
  const sent = reasonInBody ? { ...body, reason } : body;
  return command(method, path as never, sent as never, { version, reason: reasonInBody ? null : reason });
}

/** Undoes an entry of a history by a new change, after a preview of what it restores. `record`: resource and id. */
export function UndoButton({ undo, record }: { undo: Undo; record: string }) {
  const asOf = useAsOf();
  const { permissions } = usePermissions<Record<string, string>>();
  if (asOf || !permissions?.[undo.permission]) return null;
  return (
    <ReasonButton
      action={permissions[undo.permission] === 'second' ? 'Request approval' : 'Undo'}
      done="Undone."
      explanation="A new change restores these values. The history keeps both changes."
      label="Undo…"
      send={(reason, commands) => sendUndo(undo, record, reason, commands)}
      size="small"
      title="Undo this change"
      wide="sm"
    >
      <BeforeAfter
        caption="Values that are restored"
        rows={undo.restores.map(({ field, current, restored }) => ({
          label: fieldName(field),
          before: fieldText(field, current),
          after: fieldText(field, restored),
        }))}
      />
    </ReasonButton>
  );
}
