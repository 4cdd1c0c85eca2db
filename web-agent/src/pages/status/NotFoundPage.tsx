import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { sessionStore } from '../../session/session.ts';

/**
 * Page for unknown paths. Redirects visitors to the start page (specification, section 6) and shows a message to
 * signed-in users.
 */
export default function NotFoundPage() {
  const navigate = useNavigate();
  useEffect(() => {
    if (!sessionStore.read()) navigate('/', { replace: true });
  }, [navigate]);
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
