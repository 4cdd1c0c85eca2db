import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { api } from '../../api/calls.ts';
import { useStepUp } from '../../otp/use-step-up.tsx';
import { ID_WORDS, storedId } from '../../session/stored-id.ts';
import { LoadFailed } from '../../shell/LoadFailed.tsx';
import { Skeleton } from '../../shell/Skeleton.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { MESSAGES } from '../../text/messages.ts';
import { BankingSection } from './BankingSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PersonalSection } from './PersonalSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import '../../styles/forms.css';
import '../../styles/accordion.css';

const SECTIONS = ['personal', 'banking', 'password'] as const;
type Section = (typeof SECTIONS)[number];

/**
 * Profile Management (specification, section 2): three sections, one open at a time, one OTP dialog for all changes.
 */
export default function ProfilePage() {
  const stored = storedId(ID_WORDS.banking);
  const id = 'id' in stored ? stored.id : 0;
  const { data: details, failed, reload } = useLoaded(() => api.personalDetails(id), String(id));
  const { hash } = useLocation();
  const [open, setOpen] = useState<Section | null>(SECTIONS.find((name) => hash === `#${name}`) ?? null);
  const { withProof, dialog } = useStepUp(
    details
      ? {
          id,
          email: details.emailAddress,
          cellNumber: details.cellNumber,
          communicationMethod: details.communicationMethod,
        }
      : null,
  );
  const section = (name: Section) => ({ open: open === name, onToggle: () => setOpen(open === name ? null : name) });

  // A payout blocker links to the section that resolves it.
  if (hash === '#privacy') return <Navigate to="/agent/profile/privacy" replace />;
  if (failed && !details) {
    return (
      <div className="page page-narrow">
        <h1>Profile</h1>
        <LoadFailed text={MESSAGES.personalFetchFailed} onRetry={reload} />
      </div>
    );
  }
  if (!details) return <Skeleton />;
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <h1>Profile Management</h1>
        <p>Each change asks for a one-time password, so that nobody else can make it.</p>
      </div>
      <div>
        <ProfileSection title="Personal Details" {...section('personal')}>
          <PersonalSection details={details} withProof={withProof} onSaved={reload} />
        </ProfileSection>
        <ProfileSection title="Banking Details" {...section('banking')}>
          <BankingSection agentId={id} taxCountry={details.taxCountry} withProof={withProof} />
        </ProfileSection>
        <ProfileSection title="Change Password" {...section('password')}>
          <PasswordSection agentId={id} withProof={withProof} email={details.emailAddress} />
        </ProfileSection>
      </div>
      <nav className="stack-tight after" aria-label="More of your profile">
        <h2>Your account</h2>
        <ul className="plain">
          <li>
            <Link to="/agent/profile/sessions">Where you are signed in</Link>
          </li>
          <li>
            <Link to="/agent/profile/history">Your changes</Link>
          </li>
          <li>
            <Link to="/agent/profile/privacy">Your data and choices</Link>
          </li>
        </ul>
      </nav>
      {dialog}
    </div>
  );
}
