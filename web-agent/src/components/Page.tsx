import type { ReactNode } from 'react';
import { t } from '../i18n/t.tsx';
import { Link } from './Link.tsx';

/** Pages with pages below them, by the path of their address. */
const PARENTS = {
  profile: t('Profile'),
  incentives: t('My Incentives'),
  payouts: t('Payouts'),
} as const;

interface Props {
  readonly title: string;
  readonly intro?: ReactNode;
  /** The page above this one, to which a link leads back. */
  readonly parent?: keyof typeof PARENTS;
  /** Uses the whole width, for content in columns. */
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

export function Page({ title, intro, parent, isWide, children }: Props) {
  return (
    <div className={isWide ? 'page' : 'page page-narrow'}>
      <div className="page-head">
        {parent && (
          <p>
            <Link to={`/agent/${parent}`}>{PARENTS[parent]}</Link>
          </p>
        )}
        <h1>{title}</h1>
        {intro && <p>{intro}</p>}
      </div>
      {children}
    </div>
  );
}
