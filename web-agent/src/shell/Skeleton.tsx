import { t } from '../i18n/t.tsx';

/** Placeholder for loading content; visible only after 200 ms. */
export function Skeleton() {
  return (
    <div className="page skeleton" role="status" aria-label={t('Loading')}>
      <i className="short" />
      <i className="tall" />
      <i className="tall" />
      <i className="tall" />
    </div>
  );
}
