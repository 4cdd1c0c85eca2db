import { Link, NewTabLink } from '../components/Link.tsx';
import { t } from '../i18n/t.tsx';
import { useHydrated } from '../state/store.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyPart } from './lazy-page.tsx';

const Preferences = lazyPart(() => import('./Preferences.tsx'));

/** Links, and the choices of this browser. The prerendered pages are without the choices. */
export function Footer() {
  const isHydrated = useHydrated();
  return (
    <footer className="bottom">
      <div className="bottom-inner">
        <nav aria-label={t('Footer')}>
          <ul>
            <li>
              <Link to="/contact-us">{t('Contact Us')}</Link>
            </li>
            <li>
              <Link to="/terms-and-conditions">{t('Terms and Conditions')}</Link>
            </li>
            <li>
              <Link to="/privacy">{t('Privacy and Policy')}</Link>
            </li>
            <li>
              <NewTabLink href="/popi-section-18.pdf">{t('POPI Section 18 notification (PDF)')}</NewTabLink>
            </li>
          </ul>
        </nav>
        {isHydrated && (
          <ErrorBoundary at="">
            <Preferences />
          </ErrorBoundary>
        )}
      </div>
    </footer>
  );
}
