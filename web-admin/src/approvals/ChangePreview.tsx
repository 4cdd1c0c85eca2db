import { lazy, Suspense } from 'react';
import { shownBy } from '../i18n/content.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { Tag } from '../record/StatusTag.tsx';
import { Waiting } from '../record/states.tsx';
import { loadPage } from '../shell/load-page.ts';
import { Changes } from './Changes.tsx';
import { payloadRows } from './payload.ts';
import type { Request } from './request.ts';

const PolicyPreview = lazy(() => loadPage(() => import('../reward-policy/PolicyPreview.tsx')));
const RecalculationPreview = lazy(() => loadPage(() => import('../recalculation/RecalculationPreview.tsx')));

/** Request kinds with their own before-and-after page. */
const OWN: Readonly<Record<string, React.ComponentType<{ request: Request }>>> = {
  'reward-policy.change': PolicyPreview,
  'account.recalculation': RecalculationPreview,
};

/** The stored fields of a request, without those that the comparison shows. */
function Fields({ request: { payload, personal, fields, changes = [], asRequested = [] } }: { request: Request }) {
  const say = useSay();
  const compared = new Set([...changes, ...asRequested].map(({ field }) => field.split('.').at(-1)));
  const rows = [...payloadRows(personal), ...payloadRows(payload)].filter(
    ({ field }) => !compared.has(field.split('.').at(-1)),
  );
  if (rows.length === 0) return null;
  return (
    <table className="plain-table sum">
      <caption className="sr-only">
        <T>Proposed changes</T>
      </caption>
      <tbody>
        {rows.map(({ field, label, value }) => (
          <tr key={field}>
            <th scope="row">
              <T>{label}</T> {fields.includes(field.split('.')[0] ?? '') && <Tag tone="attention">changes</Tag>}
            </th>
            <td>{shownBy(say, value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Effect of a request: values before and after where the request kind provides them, otherwise the requested fields.
 */
export function ChangePreview({ id, request }: { id: string; request: Request }) {
  const Own = OWN[request.kind];
  if (!Own)
    return (
      <>
        {/* Numbers shown in full are masked again once the request is decided. */}
        <Changes id={id} key={request.status} request={request} />
        <Fields request={request} />
      </>
    );
  return (
    <Suspense fallback={<Waiting rows={6} />}>
      <Own request={request} />
    </Suspense>
  );
}
