import { usePermissions } from 'react-admin';
import { addressOf, json, reasonHeader } from '../api/http.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { BeforeAfter } from '../record/BeforeAfter.tsx';
import { fieldName, fieldText } from '../record/field.ts';
import type { Undo } from './undo.ts';

/**
 * Sends the compensating change, against the current version of the record where the call needs one. Its path and body
 * follow from recorded events, so the compiler cannot check them.
 */
async function send({ method, path, body, versioned, reasonInBody }: Undo, record: string, reason: string) {
  const { version } = versioned ? (await json(addressOf(record))).json : { version: 0 };
  const headers = {
    ...(versioned ? { 'If-Match': String(version) } : {}),
    ...(reasonInBody ? {} : reasonHeader(reason)),
  };
  const sent = reasonInBody ? { ...body, reason } : body;
  return (await json(addressOf(path), { method, headers, ...(sent ? { body: JSON.stringify(sent) } : {}) })).json;
}

/** Undoes an entry of a history by a new change, after a preview of what it restores. `record`: resource and id. */
export function UndoButton({ undo, record }: { undo: Undo; record: string }) {
  const asOf = useAsOf();
  const { permissions } = usePermissions<Record<string, string>>();
  if (asOf || !permissions?.[undo.permission]) return null;
  return (
    <ActionButton
      dialog={
        <FormDialog<{ reason: string }>
          action={permissions[undo.permission] === 'second' ? 'Request approval' : 'Undo'}
          done="Undone."
          send={({ reason }) => send(undo, record, reason.trim())}
          title="Undo this change"
          values={{ reason: '' }}
          wide="sm"
        >
          <T as="p">A new change restores these values. The history keeps both changes.</T>
          <BeforeAfter
            caption="Values that are restored"
            rows={undo.restores.map(({ field, current, restored }) => ({
              label: fieldName(field.replace(/^(details|bank)\./, '')),
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
