import { Link } from 'react-router-dom';

/** Target of the redirect for a role mismatch (specification, section 2, Access rule). */
export default function UnauthorizedPage() {
  return (
    <div className="page">
      <div className="page-head">
        <h1>You don’t have access to this page</h1>
        <p>Sign in with a different account, or go to your own start page.</p>
        <p>
          <Link to="/">Go to the start page</Link> or <Link to="/contact-us">contact us</Link>.
        </p>
      </div>
    </div>
  );
}
