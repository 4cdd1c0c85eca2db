import { Link } from 'react-router-dom';

export default function NotFoundPage() {
  return (
    <div className="page">
      <div className="page-head">
        <h1>This page does not exist</h1>
        <p>The address may be mistyped, or the page has moved.</p>
        <p>
          <Link to="/">Go to the start page</Link> or <Link to="/contact-us">contact us</Link>.
        </p>
      </div>
    </div>
  );
}
