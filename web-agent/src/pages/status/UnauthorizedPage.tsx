import { Link } from 'react-router-dom';

/** Target of the redirect for a role mismatch (specification, section 2, Access rule). */
export default function UnauthorizedPage() {
  return (
    <div className="page">
      <div className="page-head">
        <h1>This page is not for your account</h1>
        <p>
          You are signed in, but your account does not open this part of the portal. Log out to use another account.
        </p>
        <p>
          <Link to="/">Go to the start page</Link> or <Link to="/contact-us">contact us</Link>.
        </p>
      </div>
    </div>
  );
}
