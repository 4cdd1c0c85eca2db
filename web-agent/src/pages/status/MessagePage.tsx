import { Link } from 'react-router-dom';
import { T, t } from '../../i18n/t.tsx';

/** A page that cannot be shown: the reason, what may have happened, and two ways out. */
export function MessagePage({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <T
            text="%{start} or %{contact}."
            start={<Link to="/">{t('Go to the start page')}</Link>}
            contact={<Link to="/contact-us">{t('contact us')}</Link>}
          />
        </p>
      </div>
    </div>
  );
}
