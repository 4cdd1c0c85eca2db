import { usePermissions } from 'react-admin';
import { addressOf, json } from '../api/http.ts';
import { useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { BeforeAfter } from '../components/BeforeAfter.tsx';
import { fieldName, fieldText } from '../components/field.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import type { Undo } from './undo.ts';

/**
 * Returns a function that sends the compensating change, against the current version of the record where the call needs
 * one. Its path and body follow from recorded events, so the compiler cannot check them.
 */
function useUndo({ method, path, body, versioned, reasonInBody }: Undo, record: string) {
  const { command } = useCommand();
  return async (reason: string) => {
    const { version } = versioned ? (await json(addressOf(record))).json : {};
    const sent = reasonInBody ? { ...body, reason } : body;
    return command(method, path as never, sent as never, { version, reason: reasonInBody ? null : reason });
  };
}

/** Undoes an entry of a history by a new change, after a preview of what it restores. `record`: resource and id. */
export function UndoButton({ undo, record }: { undo: Undo; record: string }) {
  const asOf = useAsOf();
  const send = useUndo(undo, record);
  const { permissions } = usePermissions<Record<string, string>>();
  if (asOf || !permissions?.[undo.permission]) return null;
  return (
    <ActionButton
      dialog={
        <FormDialog<{ reason: string }>
          action={permissions[undo.permission] === 'second' ? 'Request approval' : 'Undo'}
          done="Undone."
          send={({ reason }) => send(reason.trim())}
          title="Undo this change"
          values={{ reason: '' }}
          wide="sm"
        >
          <T as="p">A new change restores these values. The history keeps both changes.</T>
          <BeforeAfter
            caption="Values that are restored"
            rows={undo.restores.map(({ field, current, restored }) => ({
              label: fieldName(field),
              before: fieldText(field, current),
              after: fieldText(field, restored),
            }))}
          />
          <ReasonInput />
        </FormDialog>
      }
      label="Undo…"
      size="small"
      variant="outlined"
    />
  );
}
