import { LoadFailed } from '../components/LoadFailed.tsx';
import { t } from '../i18n/t.tsx';
import { Arrival } from './Arrival.tsx';

/** Replaces a page that failed to load or to render. Reloading is the fix for both, where there is one. */
export function ErrorFallback() {
  return (
    <div className="page page-narrow stack">
      <h1>{t('We couldn’t load this page')}</h1>
      <LoadFailed
        text={t('Check your connection and try again. Anything you’ve saved is safe.')}
        onRetry={() => window.location.reload()}
      />
      <Arrival title={t('Not loaded')} />
    </div>
  );
}
