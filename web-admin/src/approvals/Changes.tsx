import { useState } from 'react';
import { useNotify, usePermissions } from 'react-admin';
import { call } from '../api/http.ts';
import { fieldName, fieldText } from '../format/field.ts';
import type { Wording } from '../i18n/wording.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { Quiet } from '../record/texts.tsx';
import { BeforeAfter } from '../reward-policy/BeforeAfter.tsx';
import type { Request, RequestedChange } from './request.ts';

/** Formats a value by the last part of its path, which names the field. Lists are joined with commas. */
const shown = (field: string, value: unknown): Wording =>
  Array.isArray(value)
    ? value.map(String).join(', ') || '—'
    : fieldText(field.slice(field.lastIndexOf('.') + 1), value);

/**
 * Changes of a request, before and after: against the current record while it is open, and as requested once it is
 * closed. Full personal data is shown on request, which is recorded.
 */
export function Changes({ id, request }: { id: string; request: Request }) {
  const { asRequested = [] } = request;
  const changes = request.changes?.length ? request.changes : asRequested;
  const { permissions } = usePermissions<Record<string, string>>();
  const notify = useNotify();
  const [revealed, setRevealed] = useState<{
    readonly changes: readonly RequestedChange[];
    readonly personal: Readonly<Record<string, unknown>>;
  } | null>(null);
  const isHidden = changes.some(({ masked }) => masked) && revealed === null;
  const rows = revealed?.changes.length ? revealed.changes : changes;
  const inFull = revealed && changes.length === 0 ? Object.entries(revealed.personal) : [];
  const reveal = () =>
    call<NonNullable<typeof revealed>>('POST', `approvals/${id}/reveal`)
      .then(setRevealed)
      .catch((error: Error) => notify(error.message, { type: 'error' }));
  return (
    <>
      {rows.length > 0 && (
        <BeforeAfter
          caption="Before and after"
          rows={rows.map(({ field, before, after }) => ({
            label: fieldName(field.replaceAll('.', ' ')),
            // Masked values can look alike although they differ.
            before: shown(field, before),
            after: shown(field, after),
            differs: true,
          }))}
        />
      )}
      {inFull.length > 0 && (
        <p className="mono" role="status">
          {inFull.map(([field, value]) => `${fieldName(field)}: ${String(value)}`).join(' · ')}
        </p>
      )}
      {isHidden && permissions?.['full-numbers:see'] && permissions[request.permission] && (
        <p>
          <ActionButton label="Show in full" onClick={reveal} size="small" variant="outlined" />{' '}
          <Quiet>Viewing this is logged.</Quiet>
        </p>
      )}
    </>
  );
}
