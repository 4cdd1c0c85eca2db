import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { Fragment, useState } from 'react';
import { lazily } from '../api/load-page.ts';
import { useAction, useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { ActionButton } from '../components/ActionButton.tsx';
import type { Request, RequestedChange } from '../components/approval-request.ts';
import { BeforeAfter } from '../components/BeforeAfter.tsx';
import { SumTable } from '../components/FigureTable.tsx';
import { fieldName, fieldText } from '../components/field.ts';
import { Waiting } from '../components/states.tsx';
import { MutedText, Tag } from '../components/texts.tsx';
import { T, type Wording } from '../i18n/T.tsx';
import { payloadRows } from './payload.ts';

/** Formats a value by the last part of its path, which names the field. Lists are joined with commas. */
const valueText = (field: string, value: unknown): Wording =>
  Array.isArray(value)
    ? value.map(String).join(', ') || '—'
    : fieldText(field.slice(field.lastIndexOf('.') + 1), value);

/**
 * Against the current record while the request is open, as requested once it is closed. Full personal data is shown on
 * request, which is recorded.
 */
function Changes({ id, request }: { id: string; request: Request }) {
  const { command } = useCommand();
  const { asRequested = [] } = request;
  const changes = request.changes?.length ? request.changes : asRequested;
  const may = useMay();
  const { act, isBusy } = useAction();
  const [revealed, setRevealed] = useState<{
    readonly changes: readonly RequestedChange[];
    readonly personal: Readonly<Record<string, unknown>>;
  } | null>(null);
  const isHidden = changes.some(({ masked }) => masked) && revealed === null;
  const rows = revealed?.changes.length ? revealed.changes : changes;
  const inFull = revealed && changes.length === 0 ? Object.entries(revealed.personal) : [];
  const reveal = () => act(async () => setRevealed(await command('POST', `approvals/${id}/reveal`)));
  return (
    <>
      {rows.length > 0 && (
        <BeforeAfter
          caption="Before and after"
          rows={rows.map(({ field, before, after }) => ({
            label: fieldName(field),
            // Masked values can look alike although they differ.
            before: valueText(field, before),
            after: valueText(field, after),
            differs: true,
          }))}
        />
      )}
      {inFull.length > 0 && (
        <p className="mono" role="status">
          {inFull.map(([field, value]) => `${fieldName(field)}: ${String(value)}`).join(' · ')}
        </p>
      )}
      {isHidden && may('full-numbers:see') && may(request.permission as Permission) && (
        <p>
          <ActionButton label="Show in full" isBusy={isBusy} onClick={reveal} size="small" variant="outlined" />{' '}
          <MutedText>Viewing this is logged.</MutedText>
        </p>
      )}
    </>
  );
}

const PolicyPreview = lazily(() => import('../reward-policy/PolicyPreview.tsx'), <Waiting rows={6} />);
const RecalculationPreview = lazily(() => import('../simulation/RecalculationPreview.tsx'), <Waiting rows={6} />);

const PREVIEWS: Readonly<Record<string, React.ComponentType<{ request: Request }>>> = {
  'reward-policy.change': PolicyPreview,
  'account.recalculation': RecalculationPreview,
};

/** The stored fields of a request, without those that the comparison shows. */
function Fields({ request: { payload, personal, fields, changes = [], asRequested = [] } }: { request: Request }) {
  const compared = new Set([...changes, ...asRequested].map(({ field }) => field.split('.').at(-1)));
  const rows = [...payloadRows(personal), ...payloadRows(payload)].filter(
    ({ field }) => !compared.has(field.split('.').at(-1)),
  );
  if (rows.length === 0) return null;
  return (
    <SumTable
      caption="Proposed changes"
      rows={rows.map(({ field, label, value }) => [
        field,
        <Fragment key="label">
          <T>{label}</T> {fields.includes(field.split('.')[0] ?? '') && <Tag tone="attention">changes</Tag>}
        </Fragment>,
        value,
      ])}
    />
  );
}

/** Values before and after where the kind provides them, otherwise the requested fields. */
export function ChangePreview({ id, request }: { id: string; request: Request }) {
  const asOf = useAsOf();
  const Own = PREVIEWS[request.kind];
  if (!Own)
    return (
      <>
        {/* Numbers shown in full are masked again once the request is decided, and for another moment. */}
        <Changes id={id} key={`${request.status} ${asOf}`} request={request} />
        <Fields request={request} />
      </>
    );
  return <Own request={request} />;
}
