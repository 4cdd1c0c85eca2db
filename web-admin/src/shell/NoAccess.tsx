import { Link } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { usePageTitle } from '../record/use-page-title.ts';

/** Page for an area that the administrator's roles do not include. */
export function NoAccess() {
  usePageTitle('No access');
  return (
    <div className="empty">
      <h1>
        <T>You do not have access to this page</T>
      </h1>
      <p>
        <T
          values={{
            link: (
              <Link to="/home">
                <T>Go to the dashboard</T>
              </Link>
            ),
          }}
        >
          {'Your roles do not include it. An administrator can change them. %{link}'}
        </T>
      </p>
    </div>
  );
}
