import { T } from '../i18n/T.tsx';

/** Portal pages that the specification links from every footer. They open in a new tab. */
const LINKS = [
  { href: '/contact-us', label: 'Contact Us' },
  { href: '/terms-and-conditions', label: 'Terms and Conditions' },
  { href: '/privacy', label: 'Privacy and Policy' },
  { href: '/popi-section-18.pdf', label: 'POPI Section 18 notification (PDF)' },
] as const;

export function AppFooter() {
  return (
    <footer className="app-footer">
      <div>
        <ul>
          {LINKS.map(({ href, label }) => (
            <li key={href}>
              <a className="text-link" href={href} rel="noreferrer" target="_blank">
                <T>{label}</T>
                <span className="sr-only">
                  {' '}
                  <T>opens in a new tab</T>
                </span>
              </a>
            </li>
          ))}
        </ul>
        <p className="quiet">
          <T>Dates and times are in South African time (SAST).</T>
        </p>
      </div>
    </footer>
  );
}
