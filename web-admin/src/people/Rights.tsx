import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import { Wide } from '../record/Wide.tsx';
import { ROLES } from './admin.ts';

const SHOWN = { yes: 'Yes', second: 'With a second' } as const;

/** Who may do what, as the server decides it. */
export function Rights() {
  const { data } = useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => get<Record<string, Record<string, 'yes' | 'second'>>>('permissions', signal),
  });
  if (!data) return null;
  return (
    <>
      <h2 className="section">Who may do what</h2>
      <Wide>
        <table className="plain-table">
          <caption className="sr-only">Permissions by role</caption>
          <thead>
            <tr>
              <th scope="col">Right</th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {role}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(data).map(([permission, row]) => (
              <tr key={permission}>
                <th scope="row">{permission.replace(':', ': ').replaceAll('-', ' ')}</th>
                {ROLES.map((role) => {
                  const grant = row[role];
                  return <td key={role}>{grant ? SHOWN[grant] : <span className="quiet">No</span>}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}
