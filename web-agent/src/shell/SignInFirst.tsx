import { Link } from 'react-router-dom';

/** In place of a page that everybody can open but that shows only one's own data: what is missing, and the way in. */
export function SignInFirst({ problem }: { readonly problem: string }) {
  return (
    <div className="note note-danger" role="alert">
      <p>{problem}</p>
      <p>
        <Link to="/">Go to Login</Link>
      </p>
    </div>
  );
}
