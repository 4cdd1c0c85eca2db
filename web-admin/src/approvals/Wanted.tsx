import { lazy, Suspense } from 'react';
import { shownBy } from '../i18n/content.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { Waiting } from '../record/states.tsx';
import { loadPage } from '../shell/load-page.ts';
import { Changes } from './Changes.tsx';
import { payloadRows } from './payload.ts';
import type { Request } from './request.ts';

const PolicyWanted = lazy(() => loadPage(() => import('../policy/PolicyWanted.tsx')));
const RecalculationWanted = lazy(() => loadPage(() => import('../finance/RecalculationWanted.tsx')));

/** Request kinds with their own before-and-after page. */
const OWN: Readonly<Record<string, React.ComponentType<{ request: Request }>>> = {
  'reward-policy.change': PolicyWanted,
  'account.recalculation': RecalculationWanted,
};

function Fields({ request: { payload, personal, fields } }: { request: Request }) {
  const say = useSay();
  return (
    <table className="plain-table sum">
      <caption className="sr-only">
        <T>Proposed changes</T>
      </caption>
      <tbody>
        {[...payloadRows(personal), ...payloadRows(payload)].map(({ field, label, value }) => (
          <tr key={field}>
            <th scope="row">
              <T>{label}</T>{' '}
              {fields.includes(field.split('.')[0] ?? '') && (
                <span className="status attention">
                  <T>changes</T>
                </span>
              )}
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
export function Wanted({ id, request }: { id: string; request: Request }) {
  const Own = OWN[request.kind];
  if (!Own)
    return (
      <>
        <Changes id={id} request={request} />
        <Fields request={request} />
      </>
    );
  return (
    <Suspense fallback={<Waiting rows={6} />}>
      <Own request={request} />
    </Suspense>
  );
}
