import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Link } from '../../components/Link.tsx';
import { LoadState, Placeholder } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { t } from '../../i18n/t.tsx';
import { useOwnStepUp } from '../../one-time-password/use-step-up.tsx';
import { lazyPart } from '../../shell/lazy-page.tsx';
import { useEntryState } from '../../state/entry-state.ts';
import { BankingSection } from './BankingSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import '../../styles/forms.css';
import { Accordion } from '../../components/Accordion.tsx';

/** Loads with its first opening: only this section needs the rules of phone numbers. */
const PersonalSection = lazyPart(
  async () => ({ default: (await import('./PersonalSection.tsx')).PersonalSection }),
  <Placeholder />,
);

const SECTIONS = ['personal', 'banking', 'password'] as const;
type Section = (typeof SECTIONS)[number];

const PROFILE_LINKS = [
  {
    to: '/agent/profile/passkeys',
    title: t('Passkeys'),
    text: t('Sign in with your fingerprint, face or screen lock.'),
  },
  { to: '/agent/profile/sessions', title: t('Devices'), text: t('Where you are signed in.') },
  { to: '/agent/profile/history', title: t('Account activity'), text: t('Sign-ins and changes in your account.') },
  {
    to: '/agent/profile/privacy',
    title: t('Your data and choices'),
    text: t('Consents, how we reach you, downloads and deletion.'),
  },
] as const;

/** Three sections, one open at a time, one OTP dialog (specification, section 2). */
export default function ProfilePage() {
  const { id, details: loaded, withProof, dialog } = useOwnStepUp();
  const details = loaded.data;
  const { hash } = useLocation();
  const linked = SECTIONS.find((name) => hash === `#${name}`) ?? null;
  const [open, setOpen] = useEntryState<Section | null>('section', linked);
  useEffect(() => {
    if (linked) setOpen(linked);
  }, [linked, setOpen]);
  const section = (name: Section) => ({
    open: open === name,
    // Sections that the page closes report it too.
    onToggle: (isOpen: boolean) => setOpen((before) => (isOpen ? name : before === name ? null : before)),
  });

  // A payout blocker links to the section that resolves it.
  if (hash === '#privacy') return <Navigate to="/agent/profile/privacy" replace />;
  return (
    <Page
      title={t('Profile Management')}
      intro={t('We’ll ask for a one-time password before saving, to keep your account safe.')}
    >
      <LoadState of={loaded} text={t('Failed to fetch personal details.')} />
      {details && (
        <div>
          <Accordion title={t('Personal Details')} {...section('personal')}>
            <PersonalSection details={details} withProof={withProof} onSaved={loaded.refetch} />
          </Accordion>
          <Accordion title={t('Banking Details')} {...section('banking')}>
            <BankingSection agentId={id} taxCountry={details.taxCountry} withProof={withProof} />
          </Accordion>
          <Accordion title={t('Change Password')} {...section('password')}>
            <PasswordSection agentId={id} withProof={withProof} email={details.emailAddress} />
          </Accordion>
        </div>
      )}
      <nav className="stack-tight after" aria-label={t('More of your profile')}>
        <h2>{t('Your account')}</h2>
        <ul className="profile-links">
          {PROFILE_LINKS.map(({ to, title, text }) => (
            <li key={to}>
              <Link to={to}>{title}</Link>
              <p className="quiet">{text}</p>
            </li>
          ))}
        </ul>
      </nav>
      {dialog}
    </Page>
  );
}
