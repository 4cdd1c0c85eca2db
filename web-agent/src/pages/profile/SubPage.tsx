import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../i18n/t.tsx';

interface Props {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
}

/** A page below the profile, with a link back to it. */
export function SubPage({ title, intro, children }: Props) {
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <p>
          <Link to="/agent/profile">{t('Profile')}</Link>
        </p>
        <h1>{title}</h1>
        <p>{intro}</p>
      </div>
      {children}
    </div>
  );
}
