import { Title } from 'react-admin';
import { Link } from 'react-router-dom';

/** What an address without a page shows. */
export function NotFound() {
  return (
    <div className="empty">
      <Title title="Not found" />
      <h1>There is no such page</h1>
      <p>
        The address may be mistyped or old. <Link to="/home">Go to the dashboard</Link>
      </p>
    </div>
  );
}
