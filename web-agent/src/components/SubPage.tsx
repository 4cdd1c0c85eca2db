import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../i18n/t.tsx';

/** Pages with pages below them, by the path of their address. */
const PARENTS = {
  profile: t('Profile'),
  incentives: t('My Incentives'),
  payouts: t('Payouts'),
} as const;

interface Props {
  readonly parent: keyof typeof PARENTS;
  readonly title: string;
  readonly intro?: string;
  readonly children: ReactNode;
}

/** A page below another one, with a link back to it. */
export function SubPage({ parent, title, intro, children }: Props) {
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <p>
          <Link to={`/agent/${parent}`}>{PARENTS[parent]}</Link>
        </p>
        <h1>{title}</h1>
        {intro && <p>{intro}</p>}
      </div>
      {children}
    </div>
  );
}
