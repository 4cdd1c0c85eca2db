import { Title } from 'react-admin';
import { Link } from 'react-router-dom';
import { T } from '../i18n/T.tsx';

/** What an address without a page shows. */
export function NotFound() {
  return (
    <div className="empty">
      <Title title="Not found" />
      <h1>
        <T>There is no such page</T>
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
