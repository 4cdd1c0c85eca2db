import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { sessionStore } from '../../session/session.ts';

/** An address without a page. A visitor is led to the start page (specification, section 6); others are told. */
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
