import { useDataProvider, usePermissions } from 'react-admin';
import type { Commands } from '../api/data-provider.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { BeforeAfter } from '../components/BeforeAfter.tsx';
import { fieldName, fieldText } from '../components/field.ts';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import type { UndoAction } from './undo.ts';

/** Undoes an entry of the history of a record by a new change, after a preview of what it restores. */
export function UndoButton({ undo, resource, id }: { undo: UndoAction; resource: string; id: string }) {
  const { method, path, body, versioned, permission, reasonInBody, restores } = undo;
  const asOf = useAsOf();
  const { getOne } = useDataProvider();
  const { permissions } = usePermissions<Record<string, string>>();
  if (asOf || !permissions?.[permission]) return null;
  // Against the current version, where the call needs one. The path and the body follow from recorded events, so the
  // compiler cannot check them.
  const send = async (reason: string, { command }: Commands) => {
    const { version } = versioned ? (await getOne(resource, { id })).data : {};
    const sent = reasonInBody ? { ...body, reason } : body;
    return command(method, path as never, sent as never, { version, reason: reasonInBody ? null : reason });
  };
  return (
    <ReasonButton
      action={permissions[permission] === 'second' ? 'Request approval' : 'Undo'}
      doneMessage="Undone."
      explanation="A new change restores these values. The history keeps both changes."
      label="Undo…"
      send={send}
      size="small"
      title="Undo this change"
      maxWidth="sm"
    >
      <BeforeAfter
        caption="Values that are restored"
        rows={restores.map(({ field, current, restored }) => ({
          label: fieldName(field),
          before: fieldText(field, current),
          after: fieldText(field, restored),
        }))}
      />
    </ReasonButton>
  );
}
