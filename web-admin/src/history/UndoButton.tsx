import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions } from 'react-admin';
import { call, get, reasonHeader } from '../api/http.ts';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { BeforeAfter } from '../record/BeforeAfter.tsx';
import { fieldName, fieldText } from '../record/field.ts';
import type { Undo } from './undo.ts';

/** Sends the compensating change, against the current version of the record where the call needs one. */
async function send(undo: Undo, record: string, reason: string): Promise<{ message?: string } | undefined> {
  const { method, path, body, versioned, reasonInBody } = undo;
  const { version } = versioned ? await get<{ version: number }>(record) : { version: 0 };
  const sent = reasonInBody ? { ...body, reason } : body;
  const headers = {
    ...(versioned ? { 'If-Match': String(version) } : {}),
    ...(reasonInBody ? {} : (reasonHeader(reason) as Record<string, string>)),
  };
  const answer = await call<{ message?: string } | undefined>(method, path, sent, headers);
  return answer?.message ? { message: answer.message } : undefined;
}

/** Undoes an entry of a history by a new change, after a preview of what it restores. `record`: resource and id. */
export function UndoButton({ undo, record }: { undo: Undo; record: string }) {
  const asOf = useAsOf();
  const client = useQueryClient();
  const { permissions } = usePermissions<Record<string, string>>();
  const [isOpen, setOpen] = useState(false);
  const submit = useSubmit<{ reason: string }>({
    send: ({ reason }) => send(undo, record, reason.trim()),
    done: 'Undone.',
    onDone: () => {
      setOpen(false);
      void client.invalidateQueries();
    },
  });
  if (asOf || !permissions?.[undo.permission]) return null;
  return (
    <>
      <ActionButton label="Undo…" onClick={() => setOpen(true)} size="small" variant="outlined" />
      {isOpen && (
        <FormDialog
          action={permissions[undo.permission] === 'second' ? 'Request approval' : 'Undo'}
          onClose={() => setOpen(false)}
          onSubmit={submit}
          title="Undo this change"
          wide="sm"
          values={{ reason: '' }}
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
      )}
    </>
  );
}
