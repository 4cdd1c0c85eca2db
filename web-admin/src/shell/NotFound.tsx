import { Link } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { usePageTitle } from '../record/use-page-title.ts';

/** Page for an unknown address. */
export function NotFound() {
  usePageTitle('Page not found');
  return (
    <div className="empty">
      <h1>
        <T>Page not found</T>
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
          {'The address may be mistyped or old. %{link}'}
        </T>
      </p>
    </div>
  );
}
