import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Content, shownBy } from '../i18n/content.ts';
import { useSay } from '../i18n/use-say.ts';
import { useKeptFocus } from './use-kept-focus.ts';

export interface Crumb {
  readonly to: string;
  readonly label: string;
}

/** Where one is, who or what this is, its state, and what can be done. */
export function PageHead({
  crumbs = [],
  title,
  status,
  actions,
}: {
  crumbs?: readonly Crumb[];
  title: Content;
  status?: ReactNode;
  actions?: ReactNode;
}) {
  const say = useSay();
  const { head, heading } = useKeptFocus();
  return (
    <header className="page-head" ref={head}>
      <div>
        {crumbs.length > 0 && (
          <nav aria-label={say('Breadcrumb')} className="crumbs">
            {crumbs.map(({ to, label }, at) => (
              <span key={to}>
                {at > 0 && ' / '}
                <Link to={to}>{say(label)}</Link>
              </span>
            ))}
          </nav>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {typeof title === 'string' ? say(title) : shownBy(say, title)} {status}
        </h1>
      </div>
      {actions && <div className="actions">{actions}</div>}
    </header>
  );
}
