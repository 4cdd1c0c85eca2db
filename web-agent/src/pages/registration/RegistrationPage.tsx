import { useEffect, useState } from 'react';
import { Link } from '../../components/Link.tsx';
import { Page } from '../../components/Page.tsx';
import { T, t } from '../../i18n/t.tsx';
import { CodeStep, type PendingRegistration, storedPending } from './CodeStep.tsx';
import { InvitedBy } from './invitation.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';
import '../../styles/forms.css';

/** Registration (specification, sections 2, 4 and 5): the form, then the code. */
export default function RegistrationPage() {
  const [pending, setPending] = useState<PendingRegistration | null>(null);
  useEffect(() => setPending(storedPending()), []);
  return (
    <Page
      title={t('Register as a travel agent')}
      intro={
        <T
          text="This takes about five minutes. You’ll need your ID number, your agency’s IATA number and your bank details. All fields are required. Already registered? %{link}"
          link={<Link to="/">{t('Go to Login')}</Link>}
        />
      }
    >
      <div className="stack">
        <InvitedBy />
        {pending ? (
          <CodeStep registration={pending} onStartOver={() => setPending(null)} />
        ) : (
          <RegistrationForm onSent={setPending} />
        )}
      </div>
    </Page>
  );
}
