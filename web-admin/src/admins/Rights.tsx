import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import { T } from '../i18n/T.tsx';
import { Wide } from '../record/Wide.tsx';
import { ROLES } from './admin.ts';

const SHOWN = { yes: 'Yes', second: 'With approval' } as const;

/** Permissions by role, as the server enforces them. */
export function Rights() {
  const { data } = useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => get<Record<string, Record<string, 'yes' | 'second'>>>('permissions', signal),
  });
  if (!data) return null;
  return (
    <>
      <h2 className="section">
        <T>Permissions by role</T>
      </h2>
      <Wide>
        <table className="plain-table">
          <caption className="sr-only">
            <T>Permissions by role</T>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <T>Right</T>
              </th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  <T>{role}</T>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(data).map(([permission, row]) => (
              <tr key={permission}>
                <th scope="row">
                  <T>{permission.replace(':', ': ').replaceAll('-', ' ')}</T>
                </th>
                {ROLES.map((role) => {
                  const grant = row[role];
                  return (
                    <td key={role}>
                      {grant ? (
                        <T>{SHOWN[grant]}</T>
                      ) : (
                        <span className="quiet">
                          <T>No</T>
                        </span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}
