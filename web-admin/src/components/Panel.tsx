import { type ReactNode, useId } from 'react';
import { useTranslation, type Wording } from '../i18n/T.tsx';
import './Panel.css';

export function Panel({
  title,
  aside,
  children,
}: {
  title: Wording;
  /** A short remark or an action at the right of the heading. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const translate = useTranslation();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="panel">
      <div className="panel-head">
        <h2 id={headingId}>{translate(title)}</h2>
        {aside && <div className="quiet">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
